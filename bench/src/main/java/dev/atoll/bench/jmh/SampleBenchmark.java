package dev.atoll.bench.jmh;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.graph.sample.UnfusedSampler;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Neighbourhoods of one mini-batch at fanouts 15, 10, 5: 100,000 nodes, 5 million arcs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgs = {"--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SampleBenchmark {
  private static final RandomKey KEY = RandomKey.ofSeed(1);

  @Param({"1", "2"})
  public int threads;

  @Param({"1024", "10240"})
  public int batchSize;

  @Param({"fused", "unfused"})
  public String sampler;

  private Dataset dataset;
  private SeedPlan plan;
  private Sampler opened;
  private SampledBatch batch;
  private int step;

  public SampleBenchmark() {}

  @Setup
  public void open() {
    dataset = Profile.PRODUCTS_EVEN.scaled(0.040833, 1).inMemory(threads);
    long nodes = dataset.graph().nodeCount();
    plan = SeedPlan.shuffled(LongStream.range(0, nodes).toArray(), batchSize, KEY);
    NeighborSource source = LocalNeighbors.of(dataset.graph()).withThreads(threads);
    Fanouts fanouts = Fanouts.of(15, 10, 5);
    opened =
        sampler.equals("fused")
            ? new FusedSampler(source, fanouts)
            : new UnfusedSampler(source, fanouts, threads);
    batch = SampledBatch.ofLayers(fanouts.layers());
  }

  @TearDown
  public void close() {
    batch.close();
    opened.close();
    dataset.close();
  }

  @Benchmark
  public long sample() {
    step = (step + 1) % plan.steps();
    opened.sample(plan.seeds(), plan.from(step), plan.to(step), KEY.child(step), batch);
    return batch.edgeCount();
  }
}
