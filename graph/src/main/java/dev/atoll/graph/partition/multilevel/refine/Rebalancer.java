package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.partition.multilevel.coarsen.WeightedGraph;

/** Moves nodes out of parts that hold too much, where it costs the least cut per weight. */
final class Rebalancer {
  private final PartState state;
  private final WeightedGraph graph;
  private final GainTable gains;
  private final NodeHeap heap;

  Rebalancer(PartState state, GainTable gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.heap = new NodeHeap(graph.nodeCount());
  }

  /** Moves until every part is within its caps, or no move helps. */
  void run() {
    if (state.isBalanced()) {
      return;
    }
    for (int v = 0; v < graph.nodeCount(); v++) {
      enqueue(v);
    }
    while (!heap.isEmpty()) {
      int key = heap.topKey();
      int v = heap.pop();
      if (!relieves(v)) {
        continue;
      }
      long move = best(v);
      if (move == GainTable.NONE) {
        continue;
      }
      int now = key(v, GainTable.gain(move));
      if (now < key && !heap.isEmpty() && now < heap.topKey()) {
        heap.insert(v, now);
      } else {
        apply(v, GainTable.target(move));
      }
    }
  }

  private void enqueue(int v) {
    if (relieves(v)) {
      long move = best(v);
      if (move != GainTable.NONE) {
        heap.insert(v, key(v, GainTable.gain(move)));
      }
    }
  }

  /** Whether the node weighs something where its part holds too much. */
  private boolean relieves(int v) {
    int p = state.part(v);
    for (int j = 0; j < graph.constraints(); j++) {
      if (state.load(p, j) > state.cap(p, j) && graph.nodeWeight(v, j) > 0) {
        return true;
      }
    }
    return false;
  }

  private long best(int v) {
    long move = gains.best(v);
    return move != GainTable.NONE ? move : anywhere(v);
  }

  /** The emptiest part with room, neighbours or not. */
  private long anywhere(int v) {
    int own = state.part(v);
    int best = -1;
    double least = Double.MAX_VALUE;
    for (int p = 0; p < state.parts(); p++) {
      if (p != own && state.fits(v, p) && state.fullness(p) < least) {
        best = p;
        least = state.fullness(p);
      }
    }
    return best < 0 ? GainTable.NONE : (long) -gains.weightTo(v, own) << 32 | best;
  }

  /** Gain per weight, as an int in the same order. */
  private int key(int v, int gain) {
    double weight = 0;
    int p = state.part(v);
    for (int j = 0; j < graph.constraints(); j++) {
      if (state.load(p, j) > state.cap(p, j)) {
        weight += graph.nodeWeight(v, j) / (double) Math.max(1, state.cap(p, j));
      }
    }
    float ratio = (float) (gain > 0 ? gain * weight : gain / Math.max(weight, 1e-9));
    int bits = Float.floatToIntBits(ratio);
    return bits < 0 ? ~bits ^ Integer.MIN_VALUE : bits;
  }

  private void apply(int v, int to) {
    int from = state.part(v);
    state.move(v, to);
    for (long e = graph.rowStart(v), end = graph.rowEnd(v); e < end; e++) {
      long arc = graph.arc(e);
      int u = WeightedGraph.target(arc);
      gains.shift(u, from, to, WeightedGraph.weight(arc));
      if (heap.contains(u)) {
        long move = best(u);
        if (move == GainTable.NONE) {
          heap.remove(u);
        } else {
          heap.update(u, key(u, GainTable.gain(move)));
        }
      }
    }
  }
}
