package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Comparator;

/**
 * The partition of one level during refinement: the part of every node and the load of every part.
 */
public final class PartState {
  /** Least overload first, then least cut. */
  public static final Comparator<PartState> BEST_FIRST =
      Comparator.comparingDouble(PartState::overload).thenComparingLong(PartState::cut);

  private final WeightedGraph graph;
  private final int parts;
  private final int constraints;
  private final int[] part;
  private final long[] load;
  private final long[] caps;
  private final long[] limits;
  private final float[] fullness;

  /**
   * A partition of a graph.
   *
   * @param part the part of every node; changed by moves
   * @param caps the most a part may hold: {@code constraints} per part, part after part
   */
  public PartState(WeightedGraph graph, int parts, int[] part, long[] caps) {
    this.graph = graph;
    this.parts = parts;
    this.constraints = graph.constraints();
    this.part = part;
    this.caps = caps;
    this.limits = caps.clone();
    this.load = new long[parts * constraints];
    for (int v = 0; v < part.length; v++) {
      for (int j = 0; j < constraints; j++) {
        load[part[v] * constraints + j] += graph.nodeWeight(v, j);
      }
    }
    this.fullness = new float[parts];
    for (int p = 0; p < parts; p++) {
      fullness[p] = fullnessOf(p);
    }
  }

  public WeightedGraph graph() {
    return graph;
  }

  public int parts() {
    return parts;
  }

  /** The part of every node; changed by moves. */
  public int[] part() {
    return part;
  }

  public int part(int node) {
    return part[node];
  }

  public long load(int part, int constraint) {
    return load[part * constraints + constraint];
  }

  public long cap(int part, int constraint) {
    return caps[part * constraints + constraint];
  }

  /** Scales the caps: 1.1 allows a tenth more, 1 restores them. */
  void loosen(double factor) {
    for (int at = 0; at < caps.length; at++) {
      limits[at] = (long) (caps[at] * factor);
    }
  }

  /** Like {@link #loosen}, by a weight of at least one, however small a cap. */
  void loosenByOne(double factor) {
    for (int at = 0; at < caps.length; at++) {
      limits[at] = Math.max(caps[at] + 1, (long) (caps[at] * factor));
    }
  }

  /** Whether a node fits into another part. */
  public boolean fits(int node, int to) {
    int base = to * constraints;
    for (int j = 0; j < constraints; j++) {
      if (load[base + j] + graph.nodeWeight(node, j) > limits[base + j]) {
        return false;
      }
    }
    return true;
  }

  public void move(int node, int to) {
    int from = part[node] * constraints;
    int base = to * constraints;
    for (int j = 0; j < constraints; j++) {
      int weight = graph.nodeWeight(node, j);
      load[from + j] -= weight;
      load[base + j] += weight;
    }
    fullness[part[node]] = fullnessOf(part[node]);
    fullness[to] = fullnessOf(to);
    part[node] = to;
  }

  /** Gives a node another part; its weights are only added to the change of loads. */
  void relabel(int node, int to, long[] change) {
    int from = part[node] * constraints;
    int base = to * constraints;
    for (int j = 0; j < constraints; j++) {
      int weight = graph.nodeWeight(node, j);
      change[from + j] -= weight;
      change[base + j] += weight;
    }
    part[node] = to;
  }

  /** Changes the loads: {@code constraints} per part, part after part. */
  void shift(long[] change) {
    for (int at = 0; at < load.length; at++) {
      load[at] += change[at];
    }
    for (int p = 0; p < parts; p++) {
      fullness[p] = fullnessOf(p);
    }
  }

  /** Takes over the parts of another partition. */
  void reset(int[] parts) {
    long[] change = new long[load.length];
    for (int v = 0; v < part.length; v++) {
      if (part[v] != parts[v]) {
        relabel(v, parts[v], change);
      }
    }
    shift(change);
  }

  /** The constraint whose cap a part exceeds by the largest share; −1 for none. */
  int tightest(int of) {
    int most = -1;
    double excess = 1;
    for (int j = 0; j < constraints; j++) {
      if (load(of, j) > cap(of, j)) {
        double share = (double) load(of, j) / Math.max(1, cap(of, j));
        if (share > excess) {
          most = j;
          excess = share;
        }
      }
    }
    return most;
  }

  /** The largest share of a cap in use, over the constraints of a part. */
  public float fullness(int part) {
    return fullness[part];
  }

  private float fullnessOf(int part) {
    double most = 0;
    for (int j = 0; j < constraints; j++) {
      int at = part * constraints + j;
      most = Math.max(most, (double) load[at] / Math.max(caps[at], 1));
    }
    return (float) most;
  }

  public boolean isBalanced() {
    return overload() == 0;
  }

  /** The excess over the caps, in shares of a cap, over all parts and constraints. */
  public double overload() {
    double sum = 0;
    for (int at = 0; at < load.length; at++) {
      if (load[at] > caps[at]) {
        sum += (load[at] - caps[at]) / (double) Math.max(caps[at], 1);
      }
    }
    return sum;
  }

  /** How {@link #overload} changes when a part gains ({@code sign} 1) or loses (−1) a node. */
  double overloadChange(int node, int part, int sign) {
    double change = 0;
    int base = part * constraints;
    for (int j = 0; j < constraints; j++) {
      long cap = caps[base + j];
      long before = Math.max(0, load[base + j] - cap);
      long after = Math.max(0, load[base + j] + (long) sign * graph.nodeWeight(node, j) - cap);
      if (after != before) {
        change += (after - before) / (double) Math.max(cap, 1);
      }
    }
    return change;
  }

  /** The weight of edges between parts. */
  public long cut() {
    long twice = 0;
    var row = new ArcRow();
    for (int v = 0; v < part.length; v++) {
      int own = part[v];
      graph.read(v, row);
      for (int e = row.from(); e < row.to(); e++) {
        if (part[row.target(e)] != own) {
          twice += row.weight(e);
        }
      }
    }
    return twice / 2;
  }
}
