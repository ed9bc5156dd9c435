package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.parallel.Parallel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The best target part of every node: the weight of its edges inside its own part and into the best
 * other part, for rounds in which many nodes move at once. A node is evaluated again only after it
 * or a neighbour has moved.
 *
 * <p>Where nodes have more neighbours than there are parts, on average, the weight of their edges
 * into every part is stored and updated with the moves; otherwise their rows are read again, which
 * costs no more and takes no memory.
 */
final class MoveTargets {
  /** The target of a node without a neighbour in another part. */
  static final int NONE = -1;

  private static final int ALL = -1;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

  private final PartState state;
  private final WeightedGraph graph;
  private final int threads;
  private final int[] inside;
  private final int[] outside;
  private final int[] target;
  private final boolean[] stale;
  private final int[][] weights;

  /**
   * Empty until {@link #refresh}.
   *
   * @param near marks every node with a neighbour in another part, and perhaps others; null for all
   *     nodes
   */
  MoveTargets(PartState state, boolean[] near, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.threads = threads;
    int nodes = graph.nodeCount();
    inside = new int[nodes];
    outside = new int[nodes];
    target = new int[nodes];
    boolean kept = graph.arcCount() > (long) nodes * state.parts();
    weights = kept ? new int[Math.ceilDiv(nodes, NodeChunks.SIZE)][] : null;
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

  /** The reduction of the cut when a node moves to its target. */
  int gain(int v) {
    return outside[v] - inside[v];
  }

  /** The weight of a node's edges inside its part; only of nodes with a target. */
  int inside(int v) {
    return inside[v];
  }

  /** The weight of all edges of a node without a target, as of the last {@link #refresh}. */
  int all(int v, ArcRow row) {
    return inside[v] == ALL ? (int) graph.weightedDegree(v, row) : inside[v];
  }

  /** The weight of a node's edges by part, as of the last {@link #refresh}. */
  void weights(int v, int[] weightTo, ArcRow row) {
    if (weights != null && inside[v] != ALL) {
      int first = v % NodeChunks.SIZE * state.parts();
      System.arraycopy(weights[v / NodeChunks.SIZE], first, weightTo, 0, weightTo.length);
    } else {
      weightsNow(v, weightTo, row);
    }
  }

  /** The weight of a node's edges by part, read from its row. */
  void weightsNow(int v, int[] weightTo, ArcRow row) {
    Arrays.fill(weightTo, 0);
    read(v, row, weightTo, 0);
  }

  /** Marks a node that moved and all its neighbours for {@link #refresh}. */
  void moved(int v, int from, int to, ArcRow row) {
    stale[v] = true;
    graph.read(v, row);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      stale[u] = true;
      if (weights != null && inside[u] != ALL) {
        int[] chunk = weights[u / NodeChunks.SIZE];
        int first = u % NodeChunks.SIZE * state.parts();
        add(chunk, first + from, -row.weight(e));
        add(chunk, first + to, row.weight(e));
      }
    }
  }

  private void add(int[] chunk, int index, int weight) {
    if (threads == 1) {
      chunk[index] += weight;
    } else {
      ELEMENT.getAndAdd(chunk, index, weight);
    }
  }

  /** Marks all nodes with a neighbour in another part, and possibly others. */
  boolean[] boundary() {
    boolean[] boundary = stale.clone();
    for (int v = 0; v < boundary.length; v++) {
      boundary[v] |= target[v] != NONE;
    }
    return boundary;
  }

  /** Evaluates all marked nodes; returns how much the cut has grown since the last call. */
  long refresh() {
    int chunks = Math.ceilDiv(stale.length, NodeChunks.SIZE);
    long[] fallen = new long[chunks];
    Parallel.forEach(
        threads,
        chunks,
        chunk -> {
          int from = chunk * NodeChunks.SIZE;
          fallen[chunk] = refresh(from, Math.min(stale.length, from + NodeChunks.SIZE));
        });
    return -Arrays.stream(fallen).sum() / 2;
  }

  /** Returns by how much the edges inside parts have grown, seen from these nodes. */
  private long refresh(int from, int to) {
    return weights == null ? reread(from, to) : reviewed(from, to);
  }

  private long reviewed(int from, int to) {
    var row = new ArcRow();
    int parts = state.parts();
    if (weights[from / NodeChunks.SIZE] == null) {
      weights[from / NodeChunks.SIZE] = new int[(to - from) * parts];
    }
    int[] chunk = weights[from / NodeChunks.SIZE];
    long grown = 0;
    for (int v = from; v < to; v++) {
      if (stale[v]) {
        stale[v] = false;
        int first = (v - from) * parts;
        long before = inside[v];
        if (before == ALL) {
          before = read(v, row, chunk, first);
        }
        choose(v, chunk, first);
        grown += inside[v] - before;
      }
    }
    return grown;
  }

  /** Evaluates nodes by reading their rows again; only the parts met in a row are considered. */
  private long reread(int from, int to) {
    var row = new ArcRow();
    int[] part = state.part();
    int[] weightTo = new int[state.parts()];
    int[] met = new int[state.parts()];
    long grown = 0;
    for (int v = from; v < to; v++) {
      if (stale[v]) {
        stale[v] = false;
        int count = 0;
        long all = 0;
        graph.read(v, row);
        for (int e = row.from(), end = row.to(); e < end; e++) {
          int p = part[row.target(e)];
          int weight = row.weight(e);
          if (weightTo[p] == 0) {
            met[count++] = p;
          }
          weightTo[p] += weight;
          all += weight;
        }
        long before = inside[v] == ALL ? all : inside[v];
        choose(v, weightTo, met, count);
        grown += inside[v] - before;
      }
    }
    return grown;
  }

  /** Adds up the edges of a node by part; returns the weight of all. */
  private long read(int v, ArcRow row, int[] weightTo, int first) {
    int[] part = state.part();
    long all = 0;
    graph.read(v, row);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int weight = row.weight(e);
      weightTo[first + part[row.target(e)]] += weight;
      all += weight;
    }
    return all;
  }

  /** Chooses the best part of a node; of equal parts, the emptier one. */
  private void choose(int v, int[] weightTo, int first) {
    int own = state.part(v);
    int best = NONE;
    int most = 0;
    for (int p = 0; p < state.parts(); p++) {
      int weight = weightTo[first + p];
      if (weight >= most
          && weight != 0
          && p != own
          && (weight > most || state.fullness(p) < state.fullness(best))) {
        best = p;
        most = weight;
      }
    }
    inside[v] = weightTo[first + own];
    outside[v] = most;
    target[v] = best;
  }

  /** Chooses the best of the parts met, in any order, and resets their weights to 0. */
  private void choose(int v, int[] weightTo, int[] met, int count) {
    int own = state.part(v);
    inside[v] = weightTo[own];
    weightTo[own] = 0;
    int best = NONE;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int p = met[i];
      int weight = weightTo[p];
      weightTo[p] = 0;
      if (weight > most || (weight == most && weight != 0 && isBefore(p, best))) {
        best = p;
        most = weight;
      }
    }
    outside[v] = most;
    target[v] = best;
  }

  private boolean isBefore(int p, int other) {
    int fuller = Float.compare(state.fullness(p), state.fullness(other));
    return fuller < 0 || (fuller == 0 && p < other);
  }
}
