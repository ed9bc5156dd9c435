package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.Effort;
import dev.atoll.graph.partition.Objective;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.multilevel.coarsen.Coarsener;
import dev.atoll.graph.partition.multilevel.coarsen.Level;
import dev.atoll.graph.partition.multilevel.coarsen.WeightedGraph;
import dev.atoll.graph.partition.multilevel.initial.RecursiveBisection;
import dev.atoll.graph.partition.multilevel.refine.PartState;
import dev.atoll.graph.partition.multilevel.refine.Refiner;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Coarsen, cut the coarsest graph, refine on the way back. */
public record Multilevel(
    Coarsener coarsener,
    RecursiveBisection initial,
    int tries,
    Refiner refiner,
    Objective objective,
    int cycles,
    int threads) {
  private static final int LEAST_COARSEST = 240;
  private static final int COARSEST_PER_PART = 30;

  /** Nodes of the coarsest graph must be small, or they do not fit where they should go. */
  private static final double HEAVIEST = 0.8;

  /** Settings for a goal. Several constraints are harder to hold, and more rounds pay. */
  static Multilevel of(PartitionGoal goal) {
    boolean several = goal.balance().size() > 1;
    boolean quality = goal.effort() == Effort.QUALITY;
    int coarsest = (several ? 2 : 1) * Math.max(LEAST_COARSEST, COARSEST_PER_PART * goal.parts());
    int threads = goal.threads();
    var bisection =
        new RecursiveBisection(
            new Coarsener(150, 2.5, 1.5, -1, 1), 4, new Refiner(several ? 3 : 2, 100, 1));
    return new Multilevel(
        new Coarsener(coarsest, 2.5, HEAVIEST, quality ? 1 : 2, threads),
        bisection,
        quality ? 8 : Math.clamp(32 / goal.parts(), 2, 4),
        quality ? new Refiner(4, 500, threads) : new Refiner(several ? 2 : 1, 200, threads),
        goal.objective(),
        quality ? 3 : 1,
        threads);
  }

  /**
   * The part of every node.
   *
   * @param caps the most a part may hold, by constraint
   */
  public int[] partition(WeightedGraph graph, int parts, long[] caps, RandomKey key) {
    int[] best = null;
    for (int cycle = 0; cycle < cycles; cycle++) {
      best = cycle(graph, parts, caps, best, key.child(cycle));
    }
    if (objective == Objective.VOLUME) {
      refiner.refineVolume(new PartState(graph, parts, best, perPart(caps, parts)));
    }
    return best;
  }

  /**
   * Coarsens and refines once.
   *
   * @param known a partition to go on from: nodes of different parts are not contracted, so that
   *     the coarsest graph starts with it; or null
   */
  private int[] cycle(WeightedGraph graph, int parts, long[] caps, int[] known, RandomKey key) {
    List<Level> levels = coarsener.coarsen(graph, known, key.child("coarsen"));
    WeightedGraph coarsest = levels.isEmpty() ? graph : levels.getLast().graph();
    long[] partCaps = perPart(caps, parts);
    int[] part;
    boolean[] near = null;
    if (known == null) {
      part = firstPartition(coarsest, parts, caps, key.child("initial"));
    } else {
      part = known;
      for (Level level : levels) {
        part = level.lift(part);
      }
      near = refiner.refine(new PartState(coarsest, parts, part, partCaps), null);
    }
    while (!levels.isEmpty()) {
      Level coarser = levels.removeLast();
      part = coarser.project(part);
      near = near == null ? null : coarser.project(near);
      WeightedGraph level = levels.isEmpty() ? graph : levels.getLast().graph();
      var state = new PartState(level, parts, part, partCaps);
      near = refiner.refine(state, near);
    }
    return part;
  }

  private static long[] perPart(long[] caps, int parts) {
    long[] partCaps = new long[parts * caps.length];
    Arrays.setAll(partCaps, i -> caps[i % caps.length]);
    return partCaps;
  }

  /** The best of several, each refined. */
  private int[] firstPartition(WeightedGraph graph, int parts, long[] caps, RandomKey key) {
    var found = new PartState[tries];
    Parallel.forEach(
        threads,
        tries,
        i -> {
          int[] part = initial.partition(graph, parts, caps, key.child(i));
          found[i] = new PartState(graph, parts, part, perPart(caps, parts));
          refiner.onOneThread().refine(found[i], null);
        });
    return Collections.min(Arrays.asList(found), PartState.BEST_FIRST).part();
  }
}
