package dev.atoll.graph.partition.multilevel.initial;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.Level;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.partition.multilevel.coarsen.Coarsener;
import dev.atoll.graph.partition.multilevel.refine.PartState;
import dev.atoll.graph.partition.multilevel.refine.Refiner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Cuts a small graph in two, and the halves again, until there are enough parts. */
public record RecursiveBisection(Coarsener coarsener, int tries, Refiner refiner) {
  /** A copy with another number of grown bisections, of which the best is kept. */
  public RecursiveBisection trying(int newTries) {
    return new RecursiveBisection(coarsener, newTries, refiner);
  }

  /**
   * The part of every node.
   *
   * @param caps the most a part may hold, by constraint
   */
  public int[] partition(WeightedGraph graph, int parts, long[] caps, RandomKey key) {
    int[] part = new int[graph.nodeCount()];
    if (parts > 1) {
      split(graph, parts, caps, key, part);
    }
    return part;
  }

  private void split(WeightedGraph graph, int parts, long[] caps, RandomKey key, int[] part) {
    int left = (parts + 1) / 2;
    int[] side = bisect(graph, left, parts, caps, key);
    for (int which = 0; which < 2; which++) {
      int first = which == 0 ? 0 : left;
      int count = which == 0 ? left : parts - left;
      Subgraph sub = Subgraph.of(graph, side, which);
      int[] within = partition(sub.graph(), count, caps, key.child(which));
      for (int i = 0; i < within.length; i++) {
        part[sub.nodes()[i]] = first + within[i];
      }
    }
  }

  private int[] bisect(WeightedGraph graph, int left, int parts, long[] caps, RandomKey key) {
    long[] sideCaps = sideCaps(graph, left, parts, caps);
    List<Level> levels = coarsener.coarsen(graph, null, key.child("coarsen"));
    WeightedGraph coarsest = levels.isEmpty() ? graph : levels.getLast().graph();
    int[] side = bestOf(coarsest, left / (double) parts, sideCaps, key.child("grow"));
    for (int i = levels.size() - 1; i >= 0; i--) {
      side = levels.get(i).project(side);
      WeightedGraph finer = i == 0 ? graph : levels.get(i - 1).graph();
      refiner.refine(new PartState(finer, 2, side, sideCaps), null);
    }
    return side;
  }

  private int[] bestOf(WeightedGraph graph, double share, long[] caps, RandomKey key) {
    boolean several = graph.constraints() > 1;
    var growing = new GreedyGrowing(graph);
    var found = new ArrayList<PartState>();
    for (int i = 0; i < tries; i++) {
      var state =
          new PartState(graph, 2, growing.grow(share, several && i % 2 == 0, key.child(i)), caps);
      refiner.refine(state, null);
      found.add(state);
    }
    return Collections.min(found, PartState.BEST_FIRST).part();
  }

  /** Shares out the tolerance over the bisections still to come. */
  private static long[] sideCaps(WeightedGraph graph, int left, int parts, long[] caps) {
    int constraints = graph.constraints();
    long[] sideCaps = new long[2 * constraints];
    int depth = Integer.SIZE - Integer.numberOfLeadingZeros(parts - 1);
    for (int j = 0; j < constraints; j++) {
      double total = graph.total(j);
      double slack =
          StrictMath.pow(Math.max(1, caps[j] * (double) parts / Math.max(total, 1)), 1.0 / depth);
      sideCaps[j] = sideCap(total * left / parts, slack, left * caps[j]);
      sideCaps[constraints + j] =
          sideCap(total * (parts - left) / parts, slack, (parts - left) * caps[j]);
    }
    return sideCaps;
  }

  private static long sideCap(double share, double slack, long most) {
    return Math.min(most, Math.max((long) (share * slack), (long) Math.ceil(share)));
  }
}
