package dev.atoll.graph.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.testkit.Randomly;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionReportTest {
  @Test
  void aPathOfFour() {
    CsrGraph path = Graphs.arcs(4, 0, 1, 1, 2, 2, 1, 2, 3, 3, 3);
    var partitioning = new Partitioning(2, new int[] {0, 0, 1, 1});
    var report = PartitionReport.of("hand", path, partitioning, PartitionGoal.of(2), 1.5, 7);
    assertEquals(1, report.cut());
    assertEquals(2, report.volume());
    assertEquals(List.of(1L, 1L), report.haloNodes());
    assertEquals(List.of(2L, 2L), report.coreNodes());
    assertEquals(1.0, report.imbalance().get("nodes"));
    assertEquals(List.of(new PartitionReport.PartPair(0, 1, 1)), report.partPairs());
  }

  @Test
  void balanceIsMeasuredAndHeldToItsTolerance() {
    CsrGraph path = Graphs.arcs(4, 0, 1, 1, 2, 2, 3);
    var partitioning = new Partitioning(2, new int[] {0, 1, 1, 1});
    PartitionGoal goal =
        PartitionGoal.of(2)
            .balancing(
                BalanceConstraint.nodes(),
                BalanceConstraint.edges(path).within(Double.POSITIVE_INFINITY),
                new BalanceConstraint("first", v -> v == 0 ? 1 : 0, 0.1),
                new BalanceConstraint("nothing", _ -> 0, 0.1));
    var report = PartitionReport.of("hand", path, partitioning, goal, 0, 0);
    var held = report.balance().stream().map(PartitionReport.Balance::held).toList();
    assertEquals(List.of(false, true, true, true), held);
    assertEquals(List.of(1L, 3L), report.balance().getFirst().loads());
    assertEquals(1.5, report.imbalance().get("nodes"));
    assertEquals(2.0, report.imbalance().get("edges"));
    assertEquals(2.0, report.imbalance().get("first"));
    assertEquals(1.0, report.imbalance().get("nothing"));
  }

  @Test
  void equalsTheSlowCount() {
    Randomly.tries(
        50,
        random -> {
          int nodes = random.nextInt(1, 60);
          int parts = random.nextInt(1, 6);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(200), random);
          int[] partOf = random.ints(nodes, 0, parts).toArray();
          var report =
              PartitionReport.of(
                  "random",
                  graph,
                  new Partitioning(parts, partOf),
                  PartitionGoal.of(parts).onThreads(2),
                  0,
                  0);
          Set<List<Long>> cut = new HashSet<>();
          Set<List<Long>> copies = new HashSet<>();
          for (long v = 0; v < nodes; v++) {
            for (long i = 0; i < graph.inDegree(v); i++) {
              long u = graph.inNeighbor(v, i);
              if (partOf[(int) u] != partOf[(int) v]) {
                cut.add(List.of(Math.min(u, v), Math.max(u, v)));
                copies.add(List.of(u, (long) partOf[(int) v]));
                copies.add(List.of(v, (long) partOf[(int) u]));
              }
            }
          }
          assertEquals(cut.size(), report.cut());
          assertEquals(copies.size(), report.volume());
        });
  }
}
