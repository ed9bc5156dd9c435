package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;

/**
 * Moves nodes out of parts that hold too much, where that costs the least cut per weight. A part
 * with capacity takes a node at once; if no part has, the node moves to the part where the total
 * overload shrinks most: a training node may push a full part above its number of nodes, which the
 * move of a node of another class, with capacity elsewhere, then corrects. Thus chains of moves act
 * as swaps inside a class.
 */
final class Rebalancer {
  private static final int MOST_PASSES = 8;
  private static final double LEAST_RELIEF = 1e-9;

  private final PartState state;
  private final WeightedGraph graph;
  private final Gains gains;
  private final NodeQueues queue;
  private long gained;

  Rebalancer(PartState state, Gains gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.queue = new NodeQueues(graph.nodeCount(), 1);
  }

  /**
   * Moves until every part is within its caps, or no move helps; returns the reduction of the cut.
   */
  long run() {
    boolean strict = true;
    gained = 0;
    for (int pass = 0; pass < MOST_PASSES && !state.isBalanced(); pass++) {
      if (pass(strict) == 0) {
        if (!strict) {
          break;
        }
        strict = false;
      }
    }
    return gained;
  }

  /**
   * Goes once through the nodes of overloaded parts.
   *
   * @param strict only moves into parts with capacity
   * @return how many moved
   */
  private int pass(boolean strict) {
    int moved = 0;
    for (int v = 0; v < graph.nodeCount(); v++) {
      enqueue(v, strict);
    }
    while (!queue.isEmpty(0) && !state.isBalanced()) {
      int key = queue.topKey(0);
      int v = queue.pop(0);
      if (!relieves(v)) {
        continue;
      }
      long move = best(v, strict);
      if (move == Gains.NONE) {
        continue;
      }
      int now = key(state, v, Gains.gain(move));
      if (now < key && !queue.isEmpty(0) && now < queue.topKey(0)) {
        queue.insert(0, v, now);
      } else {
        gained += Gains.gain(move);
        apply(v, Gains.target(move), strict);
        moved++;
      }
    }
    queue.clear();
    return moved;
  }

  private void enqueue(int v, boolean strict) {
    if (relieves(v)) {
      long move = best(v, strict);
      if (move != Gains.NONE) {
        queue.insert(0, v, key(state, v, Gains.gain(move)));
      }
    }
  }

  /** Whether the node weighs something where its part holds too much. */
  private boolean relieves(int v) {
    int p = state.part(v);
    if (!state.isOverloaded(p)) {
      return false;
    }
    for (int j = 0; j < graph.constraints(); j++) {
      if (state.load(p, j) > state.cap(p, j) && graph.nodeWeight(v, j) > 0) {
        return true;
      }
    }
    return false;
  }

  private long best(int v, boolean strict) {
    long move = Gains.NONE;
    if (state.mayFit(v)) {
      move = gains.best(v);
      if (move == Gains.NONE) {
        move = emptiest(v);
      }
    }
    return move != Gains.NONE || strict ? move : relieving(v);
  }

  /** The emptiest part with capacity, neighbours or not. */
  private long emptiest(int v) {
    int own = state.part(v);
    int best = -1;
    double least = Double.MAX_VALUE;
    for (int p = 0; p < state.parts(); p++) {
      if (p != own && state.fullness(p) < least && state.fits(v, p)) {
        best = p;
        least = state.fullness(p);
      }
    }
    return best < 0 ? Gains.NONE : move(v, best);
  }

  /** The part where a node reduces the overload most. */
  private long relieving(int v) {
    int own = state.part(v);
    int best = -1;
    double least = state.relief(v, own) - LEAST_RELIEF;
    for (int p = 0; p < state.parts() && least > 0; p++) {
      if (p != own) {
        double burden = state.burden(v, p, least);
        if (burden < least) {
          best = p;
          least = burden;
        }
      }
    }
    return best < 0 ? Gains.NONE : move(v, best);
  }

  private long move(int v, int to) {
    return Gains.pack(gains.weightTo(v, to) - gains.weightTo(v, state.part(v)), to);
  }

  /** Gain per weight, as an int in the same order. */
  static int key(PartState state, int v, int gain) {
    double weight = 0;
    int p = state.part(v);
    WeightedGraph graph = state.graph();
    for (int j = 0; j < graph.constraints(); j++) {
      if (state.load(p, j) > state.cap(p, j)) {
        weight += graph.nodeWeight(v, j) / (double) Math.max(1, state.cap(p, j));
      }
    }
    float ratio = (float) (gain > 0 ? gain * weight : gain / Math.max(weight, 1e-9));
    int bits = Float.floatToIntBits(ratio);
    return bits < 0 ? ~bits ^ Integer.MIN_VALUE : bits;
  }

  private void apply(int v, int to, boolean strict) {
    ArcRow row = gains.move(v, to);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      if (queue.contains(u)) {
        long move = best(u, strict);
        if (move == Gains.NONE) {
          queue.remove(u);
        } else {
          queue.update(u, key(state, u, Gains.gain(move)));
        }
      }
    }
  }
}
