package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.cluster.RowPolicy;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.multilevel.coarsen.Coarsener;
import dev.atoll.graph.partition.multilevel.refine.Refiner;
import dev.atoll.graph.partition.multilevel.refine.Rounds;
import java.util.List;

/**
 * The parameters of an effort of the multilevel partitioner; limits on sizes are constants of the
 * classes that use them.
 *
 * @param coarsening of the whole graph
 * @param initialTries initial partitions of the coarsest graph, of which the best is kept
 * @param largeInitialTries initial partitions for large graphs, whose coarsest graphs have many
 *     edges
 * @param bisectionCoarsening of the graphs that recursive bisection cuts
 * @param bisectionTries grown bisections, of which the best is kept
 * @param sparingTries initial partitions for graphs with many edges and more than two constraints,
 *     of which only the best has nodes exchanged; 0 for no special treatment
 * @param bisectionRefinement of bisections
 * @param refinement of every level
 * @param lastRefinement of the finest level of large graphs, and of dense ones after their sample
 * @param cycles number of times to coarsen and refine; later cycles continue from the previous
 *     partition
 * @param smallCycles cycles for small graphs with several constraints
 */
record MultilevelPreset(
    Coarsener.Options coarsening,
    int initialTries,
    int largeInitialTries,
    Coarsener.Options bisectionCoarsening,
    int bisectionTries,
    int sparingTries,
    Refiner.Options bisectionRefinement,
    Refiner.Options refinement,
    Refiner.Options lastRefinement,
    int cycles,
    int smallCycles) {
  private static final int LEAST_COARSEST_NODES = 240;
  private static final int COARSEST_NODES_PER_PART = 30;
  private static final double MOST_SHRINK = 2.5;
  private static final double FAST_SHRINK = 3;

  /** A node with more arcs keeps 16 to 32 of them, and arcs that its neighbours keep. */
  private static final int FAST_ARCS_PER_NODE = 16;

  private static final Rounds LONG_ROUNDS =
      new Rounds(List.of(0.75, 0.25), /* most= */ 12, /* patience= */ 3);

  /** Nodes of the coarsest graph must be small, or they do not fit into the parts. */
  private static final double HEAVIEST_SHARE = 0.8;

  private static final Coarsener.Options BISECTION_COARSENING =
      new Coarsener.Options(
          /* coarsestNodes= */ 150,
          /* mostShrink= */ MOST_SHRINK,
          /* heaviestShare= */ 1.5,
          /* communityLevel= */ Coarsener.NO_COMMUNITIES,
          /* arcsPerNode= */ RowPolicy.ALL);

  /** The preset for a goal. Several constraints are harder to hold, and more rounds pay. */
  static MultilevelPreset of(PartitionGoal goal) {
    boolean several = goal.balance().size() > 1;
    int coarsestNodes =
        (several ? 2 : 1) * Math.max(LEAST_COARSEST_NODES, COARSEST_NODES_PER_PART * goal.parts());
    return switch (goal.effort()) {
      case FAST -> fast(coarsestNodes, several);
      case DEFAULT -> standard(coarsestNodes, several, goal.parts());
      case QUALITY -> quality(coarsestNodes, several);
    };
  }

  /**
   * Arcs per node, on average at most, of the graphs that are coarsened: a sample keeps up to twice
   * as many as wanted for its own end of an edge, and as many for the other.
   */
  int mostArcsPerNode() {
    return coarsening.sparsifies() ? 4 * coarsening.arcsPerNode() : coarsening.arcsPerNode();
  }

  private static MultilevelPreset fast(int coarsestNodes, boolean several) {
    return new MultilevelPreset(
        new Coarsener.Options(
            coarsestNodes,
            /* mostShrink= */ FAST_SHRINK,
            HEAVIEST_SHARE,
            Coarsener.NO_COMMUNITIES,
            FAST_ARCS_PER_NODE),
        /* initialTries= */ 1,
        /* largeInitialTries= */ 1,
        BISECTION_COARSENING,
        /* bisectionTries= */ several ? 4 : 2,
        /* sparingTries= */ 0,
        bisectionRefinement(several),
        fastRefinement(new Rounds(List.of(0.25), /* most= */ 4, /* patience= */ 1)),
        fastRefinement(new Rounds(List.of(0.0), /* most= */ 2, /* patience= */ 1)),
        /* cycles= */ 1,
        /* smallCycles= */ 1);
  }

  private static Refiner.Options fastRefinement(Rounds large) {
    return new Refiner.Options(/* mostRounds= */ 1, /* movesWithoutGain= */ 100, large);
  }

  private static MultilevelPreset standard(int coarsestNodes, boolean several, int parts) {
    var refinement =
        new Refiner.Options(
            /* mostRounds= */ several ? 2 : 1,
            /* movesWithoutGain= */ 200,
            new Rounds(List.of(0.25), /* most= */ 6, /* patience= */ 2));
    return new MultilevelPreset(
        new Coarsener.Options(
            coarsestNodes, MOST_SHRINK, HEAVIEST_SHARE, /* communityLevel= */ 2, RowPolicy.ALL),
        /* initialTries= */ several ? Math.clamp(64 / parts, 4, 8) : Math.clamp(32 / parts, 2, 4),
        /* largeInitialTries= */ 2,
        BISECTION_COARSENING,
        /* bisectionTries= */ 4,
        /* sparingTries= */ 2,
        bisectionRefinement(several),
        refinement,
        refinement,
        /* cycles= */ 1,
        /* smallCycles= */ 2);
  }

  private static MultilevelPreset quality(int coarsestNodes, boolean several) {
    var refinement =
        new Refiner.Options(/* mostRounds= */ 4, /* movesWithoutGain= */ 500, LONG_ROUNDS);
    return new MultilevelPreset(
        new Coarsener.Options(
            coarsestNodes, MOST_SHRINK, HEAVIEST_SHARE, /* communityLevel= */ 1, RowPolicy.ALL),
        /* initialTries= */ 8,
        /* largeInitialTries= */ 8,
        BISECTION_COARSENING,
        /* bisectionTries= */ 4,
        /* sparingTries= */ 0,
        bisectionRefinement(several),
        refinement,
        refinement,
        /* cycles= */ 3,
        /* smallCycles= */ 3);
  }

  private static Refiner.Options bisectionRefinement(boolean several) {
    return new Refiner.Options(
        /* mostRounds= */ several ? 3 : 2, /* movesWithoutGain= */ 100, LONG_ROUNDS);
  }
}
