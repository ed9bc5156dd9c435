package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.build.CsrBuilder;
import dev.atoll.graph.build.Storage;
import dev.atoll.graph.generate.AnchorGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.sample.Fanouts;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PlacementSpeedTest {
  /** About ten times in quiet; half of it is asked for, for machines that do other things too. */
  @Test
  void muchFasterThanAPartition() {
    var anchor = AnchorGraph.named("small");
    CsrGraph graph =
        new CsrBuilder(anchor.options(), 2).build(anchor.edges(), Storage.in(Arena.ofAuto()));
    long[] train = anchor.trainingNodes();
    long placing = fastest(3, () -> place(graph, train));
    long cutting =
        fastest(2, () -> new MultilevelPartitioner().partition(graph, PartitionGoal.of(4)));
    assertTrue(
        cutting > 5 * placing, "placement %d ns, partition %d ns".formatted(placing, cutting));
  }

  private static void place(CsrGraph graph, long[] train) {
    var p = AccessProbabilities.sampled(graph, train, Fanouts.of(15, 10, 5), 1024, 1);
    var devices = Devices.connected(4, Devices.rows("0.1n", p.nodeCount()));
    new CachedPlacer(0.2).place(graph, p, devices);
  }

  private static long fastest(int times, Runnable work) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      work.run();
      least = Math.min(least, System.nanoTime() - start);
    }
    return least;
  }
}
