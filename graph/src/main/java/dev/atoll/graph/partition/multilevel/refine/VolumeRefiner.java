package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;

/**
 * Moves nodes while the communication volume falls. Moving v from a to b changes it
 *
 * <pre>
 *   for v itself        +1 if a neighbour stays in a,  −1 if a neighbour is in b
 *   for a neighbour u   −1 if v was its only neighbour in a (and u is not in a)
 *                       +1 if it had no neighbour in b (and is not in b)
 * </pre>
 *
 * Moves that leave the volume unchanged are made if they lower the cut.
 */
final class VolumeRefiner {
  private final PartState state;
  private final WeightedGraph graph;
  private final Gains gains;
  private final ArcRow row = new ArcRow();
  private final int[] lost;
  private final int[] candidates;
  private boolean[] waiting;
  private boolean[] next;

  VolumeRefiner(PartState state, Gains gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.lost = new int[state.parts()];
    this.candidates = new int[state.parts()];
    this.waiting = new boolean[graph.nodeCount()];
    this.next = new boolean[graph.nodeCount()];
    Arrays.fill(next, true);
  }

  /** Visits every node near the last moves; returns the reduction of the volume. */
  long round() {
    boolean[] swapped = waiting;
    waiting = next;
    next = swapped;
    long gained = 0;
    for (int v = 0; v < waiting.length; v++) {
      if (waiting[v]) {
        waiting[v] = false;
        gained += visit(v);
      }
    }
    return gained;
  }

  private int visit(int v) {
    int count = gains.adjacent(v, candidates);
    if (count == 0) {
      return 0;
    }
    int own = state.part(v);
    int freed = countLost(v, own, count);
    int best = -1;
    int most = 0;
    int mostCut = 0;
    int inside = gains.weightTo(v, own);
    for (int i = 0; i < count; i++) {
      int to = candidates[i];
      int gain = freed - lost[to] - (inside > 0 ? 1 : 0) + 1;
      int cutGain = gains.weightTo(v, to) - inside;
      if ((gain > most || (gain == most && cutGain > mostCut)) && state.fits(v, to)) {
        best = to;
        most = gain;
        mostCut = cutGain;
      }
    }
    if (best >= 0) {
      gains.move(v, best);
      wake(v);
    }
    return best >= 0 ? most : 0;
  }

  /**
   * Neighbours that no longer need a copy of their part; counts by part the neighbours that would
   * newly need one.
   */
  private int countLost(int v, int own, int count) {
    graph.read(v, row);
    for (int i = 0; i < count; i++) {
      lost[candidates[i]] = row.to() - row.from();
    }
    int freed = 0;
    for (int e = row.from(); e < row.to(); e++) {
      int u = row.target(e);
      int inOwn = gains.subtractHeld(u, candidates, count, lost, own);
      if (state.part(u) != own && inOwn == row.weight(e)) {
        freed++;
      }
    }
    return freed;
  }

  private void wake(int v) {
    next[v] = true;
    graph.read(v, row);
    for (int e = row.from(); e < row.to(); e++) {
      next[row.target(e)] = true;
    }
  }
}
