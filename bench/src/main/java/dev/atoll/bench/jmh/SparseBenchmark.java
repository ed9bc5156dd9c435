package dev.atoll.bench.jmh;

import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;
import java.util.concurrent.TimeUnit;
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

/** Sums over neighbours: 100,000 nodes, 5 million arcs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgs = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SparseBenchmark {
  @Param({"1", "2"})
  public int threads;

  @Param({"16", "48", "100", "128", "256", "602"})
  public int width;

  private Cpu cpu;
  private Csr graph;
  private Matrix x;
  private Matrix out;

  public SparseBenchmark() {}

  @Setup
  public void open() {
    cpu = new Cpu(threads);
    graph = cpu.communities(100_000, 50);
    x = cpu.matrix(100_000, width);
    out = cpu.matrix(100_000, width);
  }

  @TearDown
  public void close() {
    cpu.close();
  }

  @Benchmark
  public void spmm() {
    cpu.backend().kernels().spmm(graph, x, 0, out);
  }
}
