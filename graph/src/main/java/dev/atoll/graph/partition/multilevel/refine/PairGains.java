package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.parallel.Parallel;

/** The gains of two parts: two weights per node, node after node. */
final class PairGains extends Gains {
  private final PartState state;
  private final WeightedGraph graph;
  private final int[] weights;
  private final ArcRow movedRow = new ArcRow();

  PairGains(PartState state, int threads) {
    this.state = state;
    this.graph = state.graph();
    int nodes = graph.nodeCount();
    weights = new int[2 * nodes];
    Parallel.forEachRange(
        threads, nodes, NodeChunks.SIZE, (from, to) -> fill((int) from, (int) to));
  }

  private void fill(int from, int to) {
    var row = new ArcRow();
    int[] part = state.part();
    for (int v = from; v < to; v++) {
      graph.read(v, row);
      int all = 0;
      int second = 0;
      for (int e = row.from(), end = row.to(); e < end; e++) {
        int weight = row.weight(e);
        all += weight;
        second += weight * part[row.target(e)];
      }
      weights[2 * v] = all - second;
      weights[2 * v + 1] = second;
    }
  }

  @Override
  ArcRow move(int v, int to) {
    int from = state.part(v);
    state.move(v, to);
    graph.read(v, movedRow);
    for (int e = movedRow.from(), end = movedRow.to(); e < end; e++) {
      int first = 2 * movedRow.target(e);
      int weight = movedRow.weight(e);
      weights[first + from] -= weight;
      weights[first + to] += weight;
    }
    return movedRow;
  }

  @Override
  int weightTo(int v, int part) {
    return weights[2 * v + part];
  }

  private int outside(int v) {
    return weights[2 * v + 1 - state.part(v)];
  }

  @Override
  int subtractHeld(int v, int[] of, int count, int[] counts, int weighed) {
    int own = state.part(v);
    counts[own]--;
    counts[1 - own] -= isBoundary(v) ? 1 : 0;
    return weights[2 * v + weighed];
  }

  @Override
  int adjacent(int v, int[] into) {
    into[0] = 1 - state.part(v);
    return isBoundary(v) ? 1 : 0;
  }

  @Override
  int adjacent(int v, int[] into, int[] weightsInto) {
    weightsInto[0] = outside(v);
    return adjacent(v, into);
  }

  @Override
  int mostGain(int v) {
    int own = state.part(v);
    return weights[2 * v + 1 - own] - weights[2 * v + own];
  }

  @Override
  boolean isBoundary(int v) {
    return outside(v) != 0;
  }

  @Override
  boolean[] boundary() {
    boolean[] boundary = new boolean[graph.nodeCount()];
    for (int v = 0; v < boundary.length; v++) {
      boundary[v] = isBoundary(v);
    }
    return boundary;
  }

  @Override
  long best(int v) {
    int other = 1 - state.part(v);
    int outside = weights[2 * v + other];
    return outside != 0 && state.fits(v, other)
        ? pack(outside - weights[2 * v + 1 - other], other)
        : NONE;
  }

  @Override
  int keyAfter(int v, int key, int from, int to, int weight) {
    int own = state.part(v);
    if (own == to) {
      return key - weight;
    }
    int staying = key + weight;
    int gain = weights[2 * v + to] - weights[2 * v + own];
    return gain > staying && state.fits(v, to) ? gain : staying;
  }
}
