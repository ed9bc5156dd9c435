package dev.atoll.train.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.graph.link.PickedNeighbors;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Negatives of unsupervised training: any nodes, or none of a seed's neighbours. */
class WalkNegativesTest {
  private static final int PER_SEED = 40;
  private static final LinkSpec SPEC =
      new LinkSpec(
          Decoder.Kind.DOT,
          1,
          LinkSpec.Source.UNIFORM,
          PER_SEED,
          LinkSpec.Loss.BCE,
          false,
          LinkSpec.Metric.AUTO,
          List.of(1),
          0);

  private final Dataset world = SmallWorld.of(false);
  private final CsrGraph graph = world.graph();
  private final int nodes = graph.nodeCount();
  private final NodeNumbering numbers = NodeNumbering.identity(nodes);

  /** The number of negatives that are neighbours of their seed. */
  private int neighborsDrawn(Optional<PickedNeighbors> excluded) {
    try (var cpu = CpuBackend.open(1);
        var walks =
            new RandomWalkSeeds(LocalNeighbors.of(graph).withThreads(1), numbers, 1, excluded)) {
      KnownLinks none = KnownLinks.none(nodes);
      int[] candidates = IntStream.range(0, nodes).toArray();
      var common =
          new NegativeBatch.Common(
              SPEC,
              none,
              Negatives.of(Negatives.Kind.UNIFORM, candidates, none),
              candidates,
              null,
              nodes,
              cpu);
      NegativeBatch batch = common.contrast();
      walks.begin(LongStream.range(0, nodes).toArray(), 0, nodes);
      batch.draw(walks, nodes, RandomKey.ofSeed(3));
      List<Integer> drawn = new ArrayList<>();
      batch.forEachNegative(drawn::add);
      assertEquals(nodes * PER_SEED, drawn.size());
      int found = 0;
      for (int i = 0; i < drawn.size(); i++) {
        found += isNeighbor(i / PER_SEED, drawn.get(i)) ? 1 : 0;
      }
      return found;
    }
  }

  private boolean isNeighbor(int node, int other) {
    for (long e = graph.rowStart(node); e < graph.rowStart(node + 1L); e++) {
      if (graph.source(e) == other) {
        return true;
      }
    }
    return false;
  }

  @Test
  void noNegativeIsANeighbour() {
    var neighbors = new PickedNeighbors(LocalNeighbors.of(graph).withThreads(1), numbers);
    assertEquals(0, neighborsDrawn(Optional.of(neighbors)));
    assertTrue(neighborsDrawn(Optional.empty()) > 0, "of any nodes some are neighbours");
  }
}
