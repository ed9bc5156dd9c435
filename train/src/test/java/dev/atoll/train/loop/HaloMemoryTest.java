package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.RandomPartitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.train.halo.Always;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ModelSpec.Kind;
import dev.atoll.train.model.SageLayer.Aggregator;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The memory of a worker falls with the share p of boundary nodes, as BNS-GCN's formula says, where
 * there are many more rows than columns: the formula counts rows, not weights. All nodes are
 * training nodes, so that every layer needs all rows.
 */
class HaloMemoryTest {
  private static final int WORKERS = 4;
  private static final int WIDTH = 128;
  private static final int ROW_BYTES = WIDTH * Float.BYTES;
  private static final int LAYERS = 3;
  private static final int INPUT_AND_SUMS = 2;

  @TempDir private Path folder;
  private final Dataset world = 
      SmallWorld.trainedOn(SmallWorld.of(16_000, WIDTH, false), _ -> true);
  private ShardFolder shards;

  @BeforeEach
  void cut() throws IOException {
    shards =
        LocalTeam.cut(
            world,
            new RandomPartitioner(),
            WORKERS,
            Topology.PARTITIONED,
            folder.resolve("shards"));
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void threeTimesTheInnerRowsAndTheDrawnBoundary() throws IOException {
    List<Long> all = heldBytes(1);
    for (double rate : new double[] {0.5, 0.1, 0.01}) {
      List<Long> drawn = heldBytes(rate);
      for (int rank = 0; rank < WORKERS; rank++) {
        double predicted = units(rank, rate) / units(rank, 1);
        double measured = (double) drawn.get(rank) / all.get(rank);
        assertEquals(predicted, measured, 0.15 * predicted, "p = " + rate + ", rank " + rank);
      }
    }
    for (int rank = 0; rank < WORKERS; rank++) {
      double formula = (INPUT_AND_SUMS * inner(rank) + LAYERS * units(rank, 1)) * ROW_BYTES;
      assertTrue(all.get(rank) < formula, all.get(rank) + " and " + formula);
    }
  }

  /** {@code 3·inner + p·boundary}. */
  private double units(int rank, double rate) throws IOException {
    try (Arena memory = Arena.ofConfined()) {
      return 3 * inner(rank) + rate * shards.shard(rank, memory).haloCount();
    }
  }

  private double inner(int rank) {
    return shards.book().coreCount(rank);
  }

  private List<Long> heldBytes(double rate) {
    var exchange = new ExchangePlan(new NodeSampling(rate), new Always(), RowCodec.fp32(), 0);
    var model =
        new ModelSpec(
            Kind.SAGE,
            LAYERS,
            WIDTH,
            1,
            1,
            0.5f,
            0,
            0,
            false,
            false,
            false,
            false,
            Aggregator.MEAN);
    TrainingPlan plan = TrainingPlan.of(Kind.SAGE).with(model).with(exchange).forEpochs(2);
    return LocalTeam.train(world, shards, plan).getFirst().heldBytes();
  }
}
