package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The law of a worker's total memory under boundary sampling, in elements of four bytes:
 *
 * <pre>
 *   M(p) = 5·W + x·n·F + c·n·d + k·p·h·d + arrays
 * </pre>
 *
 * W weights (with gradients, two moments and the best ones), n core rows of F features (x = 2 for
 * GraphSAGE: rows and sums; 1 for GCN: sums alone), h halo rows, d the widest row that travels. c
 * grows with the layers, k does not: halo rows are freed once they are summed up. All nodes are
 * training nodes, so that every layer needs all rows.
 */
class HaloMemoryTest {
  private static final int WORKERS = 4;
  private static final int NODES = 4000;
  private static final int FEATURES = 200;
  private static final int HIDDEN = 64;
  private static final int CLASSES = 4;
  private static final int COPIES_OF_WEIGHTS = 5;

  @TempDir private static Path folder;
  private static Dataset world;
  private static ShardFolder shards;

  @BeforeAll
  static void cut() throws IOException {
    world = SmallWorld.trainedOn(SmallWorld.of(NODES, FEATURES, false), _ -> true);
    shards = LocalTeam.cut(world, WORKERS, folder.resolve("shards"));
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @ParameterizedTest
  @CsvSource({"SAGE,2,2", "SAGE,3,2", "SAGE,4,2", "SAGE,6,2", "GCN,3,1"})
  void memoryFollowsTheLaw(Kind kind, int layers, int ofInput) throws IOException {
    List<Long> all = heldBytes(kind, layers, 1);
    List<Long> half = heldBytes(kind, layers, 0.5);
    List<Long> few = heldBytes(kind, layers, 0.01);
    for (int rank = 0; rank < WORKERS; rank++) {
      try (Arena memory = Arena.ofConfined()) {
        Shard shard = shards.shard(rank, memory);
        double halo = (double) shard.haloCount() * widest(layers) * Float.BYTES;
        double arrays = 64.0 * (shard.coreCount() + shard.haloCount());
        double edges = 24.0 * shard.rows().edgeCount();
        assertEquals(
            0.99 * 2.75 * halo, (double) (all.get(rank) - few.get(rank)), 0.8 * halo + arrays);
        assertEquals(
            0.49 * 2.75 * halo, (double) (half.get(rank) - few.get(rank)), 0.4 * halo + arrays);
        double fixed = fixed(kind, layers, ofInput, shard.coreCount());
        assertEquals(fixed, few.get(rank), 0.15 * fixed + arrays + edges, "rank " + rank);
      }
    }
  }

  /**
   * The width of the widest exchanged rows: with two layers only rows of classes, which are
   * narrower.
   */
  private static int widest(int layers) {
    return layers == 2 ? CLASSES : HIDDEN;
  }

  private static double fixed(Kind kind, int layers, int ofInput, int core) {
    int matrices = kind == Kind.SAGE ? 2 : 1;
    double weights =
        matrices
            * (FEATURES * HIDDEN + (layers - 2.0) * HIDDEN * HIDDEN + HIDDEN * (double) CLASSES);
    double layerRows = kind == Kind.SAGE ? 2.1 * layers + 1 : 2 * layers + 0.8;
    return Float.BYTES
        * (COPIES_OF_WEIGHTS * weights + (double) core * (ofInput * FEATURES + layerRows * HIDDEN));
  }

  private static List<Long> heldBytes(Kind kind, int layers, double rate) {
    var exchange = new ExchangePlan(new NodeSampling(rate), new Always(), RowCodec.fp32());
    var model =
        new ModelSpec(kind.layers(1, 1, 0), layers, HIDDEN, 0.5f, 0, false, false, false, false);
    TrainingPlan plan = TrainingPlan.of(model).with(exchange).forEpochs(1);
    return LocalTeam.train(world, shards, plan).getFirst().heldBytes();
  }
}
