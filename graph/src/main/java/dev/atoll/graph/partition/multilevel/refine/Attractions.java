package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * For every node the weight of its edges inside its own part and into the best other one: all that
 * rounds need in which many nodes move at once. A node is looked at again only after a move near
 * it.
 *
 * <p>Where nodes have more neighbours than there are parts, on average, the weight of their edges
 * into every part is kept and follows the moves; elsewhere their rows are read again, which costs
 * no more and takes no memory.
 */
final class Attractions {
  /** The target of a node without a neighbour in another part. */
  static final int NONE = -1;

  static final int NODES_PER_CHUNK = 1 << 12;
  private static final int ALL = -1;
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(int[].class);

  private final PartState state;
  private final WeightedGraph graph;
  private final int threads;
  private final int[] inside;
  private final int[] outside;
  private final int[] target;
  private final boolean[] stale;
  private final int[][] weights;

  /**
   * Knows nothing yet: {@link #refresh} looks.
   *
   * @param near holds every node with a neighbour in another part, and others perhaps; null for all
   *     nodes
   */
  Attractions(PartState state, boolean[] near, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.threads = threads;
    int nodes = graph.nodeCount();
    inside = new int[nodes];
    outside = new int[nodes];
    target = new int[nodes];
    boolean kept = graph.arcCount() > (long) nodes * state.parts();
    weights = kept ? new int[Math.ceilDiv(nodes, NODES_PER_CHUNK)][] : null;
    stale = near == null ? new boolean[nodes] : near.clone();
    Arrays.fill(inside, ALL);
    Arrays.fill(target, NONE);
    if (near == null) {
      Arrays.fill(stale, true);
    }
  }

  /** The other part with the most edges to a node, or {@link #NONE}. */
  int target(int v) {
    return target[v];
  }

  /** What moving a node to its target takes off the cut. */
  int gain(int v) {
    return outside[v] - inside[v];
  }

  /** The weight of a node's edges inside its part; only of nodes with a target. */
  int inside(int v) {
    return inside[v];
  }

  /** Has a node that moved and all its neighbours looked at again. */
  void moved(int v, int from, int to, ArcRow row) {
    stale[v] = true;
    graph.read(v, row);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      stale[u] = true;
      if (weights != null && inside[u] != ALL) {
        int[] chunk = weights[u / NODES_PER_CHUNK];
        int first = u % NODES_PER_CHUNK * state.parts();
        add(chunk, first + from, -row.weight(e));
        add(chunk, first + to, row.weight(e));
      }
    }
  }

  private void add(int[] chunk, int place, int weight) {
    if (threads == 1) {
      chunk[place] += weight;
    } else {
      CELLS.getAndAdd(chunk, place, weight);
    }
  }

  /** All nodes with a neighbour in another part, and others that are marked. */
  boolean[] boundary() {
    boolean[] boundary = stale.clone();
    for (int v = 0; v < boundary.length; v++) {
      boundary[v] |= target[v] != NONE;
    }
    return boundary;
  }

  /** Looks at all marked nodes; returns how much the cut has grown since the last time. */
  long refresh() {
    int chunks = Math.ceilDiv(stale.length, NODES_PER_CHUNK);
    long[] fallen = new long[chunks];
    Parallel.forEach(
        threads,
        chunks,
        chunk -> {
          int from = chunk * NODES_PER_CHUNK;
          fallen[chunk] = refresh(from, Math.min(stale.length, from + NODES_PER_CHUNK));
        });
    return -Arrays.stream(fallen).sum() / 2;
  }

  /** Returns by how much the edges inside parts have grown, seen from these nodes. */
  private long refresh(int from, int to) {
    var row = new ArcRow();
    int parts = state.parts();
    int[] cells = new int[parts];
    if (weights != null && weights[from / NODES_PER_CHUNK] == null) {
      weights[from / NODES_PER_CHUNK] = new int[(to - from) * parts];
    }
    long grown = 0;
    for (int v = from; v < to; v++) {
      if (stale[v]) {
        stale[v] = false;
        int[] chunk = weights == null ? cells : weights[from / NODES_PER_CHUNK];
        int first = weights == null ? 0 : (v - from) * parts;
        long before = inside[v];
        if (weights == null || before == ALL) {
          Arrays.fill(chunk, first, first + parts, 0);
          long all = read(v, row, chunk, first);
          before = before == ALL ? all : before;
        }
        choose(v, chunk, first);
        grown += inside[v] - before;
      }
    }
    return grown;
  }

  /** Adds up the edges of a node by part; returns the weight of all. */
  private long read(int v, ArcRow row, int[] cells, int first) {
    int[] part = state.part();
    long all = 0;
    graph.read(v, row);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int weight = row.weight(e);
      cells[first + part[row.target(e)]] += weight;
      all += weight;
    }
    return all;
  }

  /** Of equal parts the emptier is taken. */
  private void choose(int v, int[] cells, int first) {
    int own = state.part(v);
    int best = NONE;
    int most = 0;
    for (int p = 0; p < state.parts(); p++) {
      int weight = cells[first + p];
      if (weight >= most
          && weight != 0
          && p != own
          && (weight > most || state.fullness(p) < state.fullness(best))) {
        best = p;
        most = weight;
      }
    }
    inside[v] = cells[first + own];
    outside[v] = most;
    target[v] = best;
  }
}
