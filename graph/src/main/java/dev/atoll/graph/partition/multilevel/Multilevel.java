package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.Level;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.multilevel.coarsen.Coarsener;
import dev.atoll.graph.partition.multilevel.initial.RecursiveBisection;
import dev.atoll.graph.partition.multilevel.refine.PartState;
import dev.atoll.graph.partition.multilevel.refine.Refiner;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The multilevel scheme: coarsens, partitions the coarsest graph, and refines while uncoarsening.
 */
final class Multilevel {
  private static final long SMALL_ARCS = 1 << 20;
  private static final long MANY_ARCS = 1 << 18;
  private static final int FEW_CONSTRAINTS = 2;
  private static final long LARGE_ARCS = 1 << 22;

  private final MultilevelPreset preset;
  private final Coarsener coarsener;
  private final RecursiveBisection initial;
  private final Refiner refiner;
  private final Refiner lastRefiner;
  private final PartitionGoal.Objective objective;
  private final int threads;

  Multilevel(PartitionGoal goal) {
    preset = MultilevelPreset.of(goal);
    coarsener = new Coarsener(preset.coarsening(), goal.threads());
    initial =
        new RecursiveBisection(
            new Coarsener(preset.bisectionCoarsening(), 1),
            preset.bisectionTries(),
            new Refiner(preset.bisectionRefinement(), 1));
    refiner = new Refiner(preset.refinement(), goal.threads());
    lastRefiner = new Refiner(preset.lastRefinement(), goal.threads());
    objective = goal.objective();
    threads = goal.threads();
  }

  /**
   * The part of every node.
   *
   * @param caps the most a part may hold, by constraint
   */
  int[] partition(WeightedGraph graph, int parts, long[] caps, RandomKey key) {
    int[] best = null;
    int cycles = isSmall(graph) ? preset.smallCycles() : preset.cycles();
    for (int cycle = 0; cycle < cycles; cycle++) {
      best = cycle(graph, parts, caps, best, key.child(cycle));
    }
    if (objective == PartitionGoal.Objective.VOLUME) {
      refiner.refineVolume(new PartState(graph, parts, best, perPart(caps, parts)));
    }
    return best;
  }

  private static boolean isSmall(WeightedGraph graph) {
    return graph.constraints() > 1 && graph.arcCount() < SMALL_ARCS;
  }

  /**
   * Coarsens and refines once.
   *
   * @param known a partition to continue from: nodes of different parts are not contracted, so that
   *     the coarsest graph starts with it; or null
   */
  private int[] cycle(WeightedGraph graph, int parts, long[] caps, int[] known, RandomKey key) {
    List<Level> levels = coarsener.coarsen(graph, known, key.child("coarsen"));
    WeightedGraph coarsest = levels.isEmpty() ? graph : levels.getLast().graph();
    long[] partCaps = perPart(caps, parts);
    int[] part;
    boolean[] near = null;
    if (known == null) {
      part = firstPartition(graph, coarsest, parts, caps, key.child("initial"));
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
      near = near == null || preset.coarsening().sparsifies() ? null : coarser.project(near);
      WeightedGraph level = levels.isEmpty() ? graph : levels.getLast().graph();
      var state = new PartState(level, parts, part, partCaps);
      near = (levels.isEmpty() ? finestRefiner(graph) : refiner).refine(state, near);
    }
    return part;
  }

  private Refiner finestRefiner(WeightedGraph graph) {
    return graph.arcCount() >= LARGE_ARCS || coarsener.isDense(graph) ? lastRefiner : refiner;
  }

  private static long[] perPart(long[] caps, int parts) {
    long[] partCaps = new long[parts * caps.length];
    Arrays.setAll(partCaps, i -> caps[i % caps.length]);
    return partCaps;
  }

  /** The best of several initial partitions of the coarsest graph, each refined. */
  private int[] firstPartition(
      WeightedGraph graph, WeightedGraph coarsest, int parts, long[] caps, RandomKey key) {
    boolean sparing = isSearchedLess(graph);
    RecursiveBisection bisection = sparing ? initial.trying(preset.sparingTries()) : initial;
    Refiner each = sparing ? refiner.withoutExchanges() : refiner;
    int tries = Refiner.isLarge(graph) ? preset.largeInitialTries() : preset.initialTries();
    var found = new PartState[tries];
    Parallel.forEach(
        threads,
        found.length,
        i -> {
          int[] part = bisection.partition(coarsest, parts, caps, key.child(i));
          found[i] = new PartState(coarsest, parts, part, perPart(caps, parts));
          each.onOneThread().refine(found[i], null);
        });
    PartState best = Collections.min(Arrays.asList(found), PartState.BEST_FIRST);
    if (sparing) {
      refiner.refine(best, null);
    }
    return best.part();
  }

  /** Whether nodes of the best initial partition only are exchanged, made of fewer bisections. */
  private boolean isSearchedLess(WeightedGraph graph) {
    return preset.sparingTries() > 0
        && graph.constraints() > FEW_CONSTRAINTS
        && graph.arcCount() >= MANY_ARCS;
  }
}
