package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.shard.AssignmentFile;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.Int64Twin;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset whose indices are of int64 is the same dataset: graph, parts, batches and weights. */
class Int64IndicesTest {
  @TempDir private Path folder;
  private Dataset narrow;
  private Dataset wide;

  @BeforeEach
  void open() throws IOException {
    Path made = folder.resolve("int32");
    try (Dataset small = SmallWorld.of(false);
        DatasetWriter writer = DatasetWriter.create(made, "small")) {
      writer.graph(small.graph());
      writer.features(small.features().orElseThrow());
      writer.labels(small.labels().orElseThrow());
      writer.split(small.split("split"));
      writer.finish();
    }
    narrow = DatasetFolder.open(made);
    wide = DatasetFolder.open(Int64Twin.of(made, folder.resolve("int64")));
  }

  @AfterEach
  void close() {
    narrow.close();
    wide.close();
  }

  @Test
  void graphAndPartsAreTheSame() {
    long edges = narrow.graph().edgeCount();
    assertArrayEquals(
        narrow.graph().rowStarts().toArray(JAVA_LONG), wide.graph().rowStarts().toArray(JAVA_LONG));
    assertArrayEquals(
        narrow.graph().neighbors().asSlice(0, edges * Integer.BYTES).toArray(JAVA_INT),
        wide.graph().neighbors().asSlice(0, edges * Integer.BYTES).toArray(JAVA_INT));
    var multilevel = new MultilevelPartitioner();
    assertEquals(
        AssignmentFile.digest(multilevel.partition(narrow.graph(), PartitionGoal.of(3))),
        AssignmentFile.digest(multilevel.partition(wide.graph(), PartitionGoal.of(3))));
  }

  @Test
  void batchesAreTheSame() {
    assertArrayEquals(sampled(narrow), sampled(wide));
  }

  private static int[] sampled(Dataset dataset) {
    try (var sampler = new FusedSampler(LocalNeighbors.of(dataset.graph()), Fanouts.of(4, 3));
        var batch = SampledBatch.ofLayers(2)) {
      sampler.sample(new long[] {3, 200, 17}, RandomKey.ofSeed(5), batch);
      return batch.nodes().toArray(JAVA_INT);
    }
  }

  @Test
  void fullGraphTrainingIsTheSame() {
    assertEquals(onTheWholeGraph(narrow), onTheWholeGraph(wide));
  }

  private static String onTheWholeGraph(Dataset dataset) {
    try (var cpu = CpuBackend.open(1);
        var training =
            Training.open(dataset, cpu, TrainingPlan.of(Kind.GCN.layers()).forEpochs(3))) {
      return training.run(event -> {}).weightsSha256();
    }
  }

  @Test
  void shardsAndSampledTrainingAreTheSame() throws IOException {
    ShardFolder ofNarrow = cut(narrow, "narrow");
    ShardFolder ofWide = cut(wide, "wide");
    assertEquals(ofNarrow.digest(), ofWide.digest());
    var batches =
        new SampledPlan(
            16,
            Fanouts.of(5, 3),
            new UniformSampling(),
            Shuffle.LOCAL,
            Schedule.ahead(1),
            RowCodec.fp32());
    TrainingPlan plan = TrainingPlan.of(Kind.SAGE.layers()).forEpochs(3).with(batches);
    assertEquals(
        LocalTeam.train(narrow, ofNarrow, plan).getFirst().weightsSha256(),
        LocalTeam.train(wide, ofWide, plan).getFirst().weightsSha256());
  }

  private ShardFolder cut(Dataset dataset, String name) throws IOException {
    return LocalTeam.cut(
        dataset, new MultilevelPartitioner(), 2, Topology.PARTITIONED, folder.resolve(name));
  }
}
