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
  private final NodeHeap heap;
  private final boolean[] locked;
  private final MoveLog moves = new MoveLog();

  FmRefiner(PartState state, Gains gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.heap = new NodeHeap(graph.nodeCount());
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
      heap.insert(v, Gains.gain(move));
    }
  }

  private long search(int movesWithoutGain) {
    moves.clear();
    int kept = 0;
    long gained = 0;
    long bestGained = 0;
    while (!heap.isEmpty() && moves.size() - kept <= movesWithoutGain) {
      int key = heap.topKey();
      int v = heap.pop();
      long move = gains.best(v);
      if (move == Gains.NONE) {
        continue;
      }
      int gain = Gains.gain(move);
      if (gain < key && !heap.isEmpty() && gain < heap.topKey()) {
        heap.insert(v, gain);
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
    heap.clear();
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
      if (heap.contains(u)) {
        heap.update(u, gains.keyAfter(u, heap.key(u), from, to, row.weight(e)));
      } else {
        enqueue(u);
      }
    }
  }
}
