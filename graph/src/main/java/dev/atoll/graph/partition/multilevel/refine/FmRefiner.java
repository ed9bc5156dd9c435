package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;

/**
 * Refinement after Fiduccia and Mattheyses, for any number of parts: always makes the best move
 * there is, even when it loses, and in the end undoes all moves after the best point. A node moves
 * at most once per round.
 */
final class FmRefiner {
  private final PartState state;
  private final WeightedGraph graph;
  private final Gains gains;
  private final NodeQueues queue;
  private final boolean[] locked;
  private final MoveLog moves = new MoveLog();

  FmRefiner(PartState state, Gains gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.queue = new NodeQueues(graph.nodeCount(), 1);
    this.locked = new boolean[graph.nodeCount()];
  }

  /** Starts from all boundary nodes at once; returns the reduction of the cut. */
  long round(int movesWithoutGain) {
    Arrays.fill(locked, false);
    for (int v = 0; v < graph.nodeCount(); v++) {
      if (gains.isBoundary(v)) {
        enqueue(v);
      }
    }
    return search(movesWithoutGain);
  }

  private void enqueue(int v) {
    long move = gains.best(v);
    if (move != Gains.NONE) {
      queue.insert(0, v, Gains.gain(move));
    }
  }

  private long search(int movesWithoutGain) {
    moves.clear();
    int kept = 0;
    long gained = 0;
    long bestGained = 0;
    while (!queue.isEmpty(0) && moves.size() - kept <= movesWithoutGain) {
      int key = queue.topKey(0);
      int v = queue.pop(0);
      long move = gains.best(v);
      if (move == Gains.NONE) {
        continue;
      }
      int gain = Gains.gain(move);
      if (gain < key && !queue.isEmpty(0) && gain < queue.topKey(0)) {
        queue.insert(0, v, gain);
        continue;
      }
      moves.add(v, state.part(v));
      locked[v] = true;
      apply(v, Gains.target(move));
      gained += gain;
      if (gained > bestGained) {
        bestGained = gained;
        kept = moves.size();
      }
    }
    queue.clear();
    moves.undo(kept, gains);
    return bestGained;
  }

  /**
   * Moves a node. Keys of its neighbours are updated in constant time; the gain of a move may be a
   * little less than its key, which {@link #search} checks when it comes to the top.
   */
  private void apply(int v, int to) {
    int from = state.part(v);
    ArcRow row = gains.move(v, to);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      if (locked[u]) {
        continue;
      }
      if (queue.contains(u)) {
        queue.update(u, gains.keyAfter(u, queue.key(u), from, to, row.weight(e)));
      } else {
        enqueue(u);
      }
    }
  }
}
