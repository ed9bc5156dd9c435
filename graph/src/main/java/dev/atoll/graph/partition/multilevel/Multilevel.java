package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.multilevel.coarsen.Coarsener;
import dev.atoll.graph.partition.multilevel.coarsen.Level;
import dev.atoll.graph.partition.multilevel.coarsen.WeightedGraph;
import dev.atoll.graph.partition.multilevel.initial.RecursiveBisection;
import dev.atoll.graph.partition.multilevel.refine.PartState;
import dev.atoll.graph.partition.multilevel.refine.Refiner;
import java.util.Arrays;
import java.util.List;

/** Coarsen, cut the coarsest graph, refine on the way back. */
public record Multilevel(Coarsener coarsener, RecursiveBisection initial, Refiner refiner) {
  private static final int LEAST_COARSEST = 240;
  private static final int COARSEST_PER_PART = 60;

  /** Settings for a goal. */
  static Multilevel of(PartitionGoal goal) {
    int coarsest = Math.max(LEAST_COARSEST, COARSEST_PER_PART * goal.parts());
    int threads = goal.threads();
    return new Multilevel(
        new Coarsener(coarsest, 2.5, 1.5, 1, threads),
        new RecursiveBisection(new Coarsener(150, 2.5, 1.5, 1, 1), 8, new Refiner(4, 0, 100, 1)),
        new Refiner(4, 3000, 200, threads));
  }

  /**
   * The part of every node.
   *
   * @param caps the most a part may hold, by constraint
   */
  public int[] partition(WeightedGraph graph, int parts, long[] caps, RandomKey key) {
    List<Level> levels = coarsener.coarsen(graph, null, key.child("coarsen"));
    WeightedGraph coarsest = levels.isEmpty() ? graph : levels.getLast().graph();
    int[] part = initial.partition(coarsest, parts, caps, key.child("initial"));
    long[] partCaps = new long[parts * caps.length];
    Arrays.setAll(partCaps, i -> caps[i % caps.length]);
    RandomKey refine = key.child("refine");
    for (int i = levels.size(); i >= 0; i--) {
      WeightedGraph level = i == 0 ? graph : levels.get(i - 1).graph();
      refiner.refine(new PartState(level, parts, part, partCaps), refine.child(i));
      if (i > 0) {
        part = levels.get(i - 1).project(part);
        level.close();
      }
    }
    return part;
  }
}
