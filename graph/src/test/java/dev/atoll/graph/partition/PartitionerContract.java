package dev.atoll.graph.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.grow.Capacities;
import dev.atoll.graph.partition.grow.PartLoads;
import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Partitioner}; one subclass per implementation. */
public abstract class PartitionerContract {
  private final Partitioner partitioner;
  private final Keeps keeps;

  /** The part of the goal that a partitioner meets. */
  public enum Keeps {
    /** Equal numbers of nodes, whatever the goal. */
    NODE_COUNTS,
    /** The first constraint, where nodes weigh one. */
    ONE_CONSTRAINT,
    /** Every constraint of the goal. */
    ALL_CONSTRAINTS
  }

  protected PartitionerContract(Partitioner partitioner, Keeps keeps) {
    this.partitioner = partitioner;
    this.keeps = keeps;
  }

  final Partitioner partitioner() {
    return partitioner;
  }

  /** Among them are graphs of no node and of one, fewer nodes than parts or threads, and ties. */
  @Test
  void tinyGraphsAreSharedOut() {
    for (int nodes = 0; nodes <= 5; nodes++) {
      for (int parts = 1; parts <= 4; parts++) {
        for (int threads = 1; threads <= 3; threads++) {
          PartitionGoal goal = PartitionGoal.of(parts).onThreads(threads);
          assertBalanced(Graphs.empty(nodes), goal);
          assertBalanced(Graphs.cliques(1, nodes), goal);
        }
      }
    }
  }

  @Test
  void onePartHoldsAll() {
    Partitioning all = cut(Graphs.grid(5, 5), PartitionGoal.of(1));
    assertEquals(25, all.sizes()[0]);
  }

  @Test
  void morePartsThanNodes() {
    Partitioning partitioning = cut(Graphs.grid(2, 2), PartitionGoal.of(7));
    assertEquals(1, Arrays.stream(partitioning.sizes()).max().orElseThrow());
  }

  @Test
  void isolatedNodesAreSharedOut() {
    assertBalanced(Graphs.empty(100), PartitionGoal.of(4));
  }

  @Test
  void starsAreSharedOut() {
    assertBalanced(Graphs.star(500), PartitionGoal.of(4));
  }

  @Test
  void cliquesAndPieces() {
    assertBalanced(Graphs.cliques(1, 40), PartitionGoal.of(3));
    assertBalanced(Graphs.cliques(9, 11), PartitionGoal.of(4));
  }

  @Test
  void directedArcsLoopsAndRepeatsAreFine() {
    CsrGraph graph = Graphs.arcs(6, 0, 1, 0, 1, 1, 1, 2, 0, 3, 4, 4, 5, 5, 3, 5, 5);
    assertBalanced(graph, PartitionGoal.of(2));
  }

  @Test
  void weightsMayAllBeZero() {
    var nothing = new BalanceConstraint("nothing", _ -> 0, 0.03);
    CsrGraph graph = Graphs.grid(5, 5);
    assertBalanced(graph, PartitionGoal.of(3).balancing(nothing));
    assertBalanced(graph, PartitionGoal.of(3).balancing(BalanceConstraint.nodes(), nothing));
  }

  @Test
  void anImpossibleConstraintIsNamed() {
    CsrGraph star = Graphs.star(100);
    var goal =
        PartitionGoal.of(4).balancing(BalanceConstraint.nodes(), BalanceConstraint.edges(star));
    if (keeps == Keeps.NODE_COUNTS) {
      assertEquals(101, cut(star, goal).nodeCount());
      return;
    }
    var thrown =
        assertThrows(InfeasibleGoalException.class, () -> partitioner.partition(star, goal));
    assertEquals("edges", thrown.constraint());
    assertTrue(thrown.getMessage().contains("node 0 weighs 100"), thrown.getMessage());
  }

  @Test
  void nodesAreCoveredAndBalanced() {
    Randomly.tries(
        60,
        random -> {
          int nodes = random.nextInt(1, 400);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(4 * nodes), random);
          assertBalanced(graph, PartitionGoal.of(random.nextInt(1, 9)).withSeed(random.nextLong()));
        });
  }

  @Test
  void severalConstraintsAreHeld() {
    assumeTrue(keeps == Keeps.ALL_CONSTRAINTS, "holds one constraint only");
    Randomly.tries(
        20,
        random -> {
          CsrGraph graph = Graphs.random(2000, 6000, random);
          assertBalanced(graph, roles(graph, random));
        });
  }

  @Test
  void threadsDoNotMatter() {
    Randomly.tries(
        5,
        random -> {
          CsrGraph graph = Graphs.random(3000, 9000, random);
          PartitionGoal goal = roles(graph, random);
          int[] one = partOf(cut(graph, goal));
          for (int threads = 2; threads <= 4; threads++) {
            assertEquals(
                Arrays.toString(one), Arrays.toString(partOf(cut(graph, goal.onThreads(threads)))));
          }
        });
  }

  private static PartitionGoal roles(CsrGraph graph, RandomGenerator random) {
    int[] role = random.ints(graph.nodeCount(), 0, 3).toArray();
    return PartitionGoal.of(random.nextInt(2, 6))
        .balancing(
            BalanceConstraint.nodes(),
            BalanceConstraint.edges(graph),
            new BalanceConstraint("train", v -> role[(int) v] == 0 ? 1 : 0, 0.03),
            new BalanceConstraint("val", v -> role[(int) v] == 1 ? 1 : 0, 0.03))
        .withSeed(random.nextLong());
  }

  private Partitioning cut(CsrGraph graph, PartitionGoal goal) {
    Partitioning partitioning = partitioner.partition(graph, goal);
    assertEquals(graph.nodeCount(), partitioning.nodeCount());
    assertEquals(goal.parts(), partitioning.parts());
    return partitioning;
  }

  private void assertBalanced(CsrGraph graph, PartitionGoal goal) {
    Partitioning partitioning = cut(graph, goal);
    if (keeps == Keeps.NODE_COUNTS) {
      int most = Arrays.stream(partitioning.sizes()).max().orElseThrow();
      assertTrue(most <= Math.ceilDiv(graph.nodeCount(), goal.parts()), () -> "largest " + most);
      return;
    }
    var capacities = Capacities.of(graph, goal);
    var loads = new PartLoads(capacities, goal.parts());
    for (int v = 0; v < partitioning.nodeCount(); v++) {
      loads.add(v, partitioning.partOf(v));
    }
    for (int part = 0; part < goal.parts(); part++) {
      for (int j = 0; j < capacities.constraints(); j++) {
        long load = loads.load(part, j);
        String what =
            "part %d holds %d of '%s', cap %d"
                .formatted(part, load, goal.balance().get(j).name(), capacities.cap(j));
        assertTrue(load <= capacities.cap(j), what);
      }
    }
  }

  protected static int[] partOf(Partitioning partitioning) {
    int[] partOf = new int[partitioning.nodeCount()];
    Arrays.setAll(partOf, partitioning::partOf);
    return partOf;
  }
}
