package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/**
 * The partition of one level during refinement: the part of every node and the load of every part.
 */
public final class PartState {
  /** Least overload first, then least cut. */
  public static final Comparator<PartState> BEST_FIRST =
      Comparator.comparingDouble(PartState::overload).thenComparingLong(PartState::cut);

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final WeightedGraph graph;
  private final int parts;
  private final int constraints;
  private final int[] part;
  private final int[] weights;
  private final long[] load;
  private final long[] caps;

  /** The weight that still fits into a part: its cap, perhaps loosened, less its load. */
  private final long[] slack;

  /** The most slack of any part, by constraint; {@link #UNKNOWN} until it is asked for. */
  private final long[] mostSlack;

  private final float[] fullness;

  /** The parts that exceed a cap. */
  private final BitSet overloaded;

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
    this.weights = graph.weights();
    this.caps = caps;
    this.load = new long[parts * constraints];
    for (int v = 0; v < part.length; v++) {
      for (int j = 0; j < constraints; j++) {
        load[part[v] * constraints + j] += graph.nodeWeight(v, j);
      }
    }
    this.slack = new long[load.length];
    this.mostSlack = new long[constraints];
    loosen(1);
    this.fullness = new float[parts];
    this.overloaded = new BitSet(parts);
    for (int p = 0; p < parts; p++) {
      review(p);
    }
  }

  /** Updates the derived values of a part after its loads have changed. */
  private void review(int p) {
    double most = 0;
    boolean exceeds = false;
    for (int at = p * constraints, end = at + constraints; at < end; at++) {
      most = Math.max(most, (double) load[at] / Math.max(caps[at], 1));
      exceeds |= load[at] > caps[at];
    }
    fullness[p] = (float) most;
    if (exceeds != overloaded.get(p)) {
      overloaded.set(p, exceeds);
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
      slack[at] = (long) (caps[at] * factor) - load[at];
    }
    Arrays.fill(mostSlack, UNKNOWN);
  }

  /** Raises caps like {@link #loosen}, by a weight of at least one, however small a cap. */
  void loosenByOne(double factor) {
    for (int at = 0; at < caps.length; at++) {
      slack[at] = Math.max(caps[at] + 1, (long) (caps[at] * factor)) - load[at];
    }
    Arrays.fill(mostSlack, UNKNOWN);
  }

  /** Whether a node fits into another part. */
  public boolean fits(int node, int to) {
    int base = to * constraints;
    for (int j = 0; j < constraints; j++) {
      if (weights[node * constraints + j] > slack[base + j]) {
        return false;
      }
    }
    return true;
  }

  /** False if a node weighs more of a constraint than fits into any part. */
  boolean mayFit(int node) {
    for (int j = 0; j < constraints; j++) {
      if (weights[node * constraints + j] > mostSlack(j)) {
        return false;
      }
    }
    return true;
  }

  private long mostSlack(int constraint) {
    if (mostSlack[constraint] == UNKNOWN) {
      long most = slack[constraint];
      for (int at = constraint; at < slack.length; at += constraints) {
        most = Math.max(most, slack[at]);
      }
      mostSlack[constraint] = most;
    }
    return mostSlack[constraint];
  }

  public void move(int node, int to) {
    int from = part[node] * constraints;
    int base = to * constraints;
    for (int j = 0; j < constraints; j++) {
      int weight = weights[node * constraints + j];
      if (weight != 0) {
        load[from + j] -= weight;
        slack[from + j] += weight;
        load[base + j] += weight;
        boolean most = slack[base + j] == mostSlack[j];
        slack[base + j] -= weight;
        if (mostSlack[j] != UNKNOWN) {
          mostSlack[j] = most ? UNKNOWN : Math.max(mostSlack[j], slack[from + j]);
        }
      }
    }
    review(part[node]);
    review(to);
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
      slack[at] -= change[at];
    }
    Arrays.fill(mostSlack, UNKNOWN);
    for (int p = 0; p < parts; p++) {
      review(p);
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

  /** The constraint whose cap a part exceeds by the largest share; −1 if it exceeds none. */
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

  public boolean isBalanced() {
    return overloaded.isEmpty();
  }

  /** Whether a part exceeds a cap. */
  boolean isOverloaded(int p) {
    return overloaded.get(p);
  }

  /** The first part from {@code p} on that exceeds a cap, or −1. */
  int nextOverloaded(int p) {
    return overloaded.nextSetBit(p);
  }

  /** The excess over the caps, in shares of a cap, over all parts and constraints. */
  public double overload() {
    double sum = 0;
    for (int p = nextOverloaded(0); p >= 0; p = nextOverloaded(p + 1)) {
      for (int at = p * constraints, end = at + constraints; at < end; at++) {
        if (load[at] > caps[at]) {
          sum += (load[at] - caps[at]) / (double) Math.max(caps[at], 1);
        }
      }
    }
    return sum;
  }

  /**
   * The increase of {@link #overload} when a part gains a node.
   *
   * @param enough a limit: an increase of this or more may be returned inexactly, but not below it
   */
  double burden(int node, int part, double enough) {
    double burden = 0;
    for (int j = 0; j < constraints && burden < enough; j++) {
      int at = part * constraints + j;
      int weight = weights[node * constraints + j];
      long after = load[at] + weight - caps[at];
      if (after > 0 && weight > 0) {
        burden += Math.min(after, weight) / (double) Math.max(caps[at], 1);
      }
    }
    return burden;
  }

  /** The decrease of {@link #overload} when a part loses a node. */
  double relief(int node, int part) {
    double relief = 0;
    for (int j = 0; j < constraints; j++) {
      int at = part * constraints + j;
      int weight = weights[node * constraints + j];
      long before = load[at] - caps[at];
      if (before > 0 && weight > 0) {
        relief += Math.min(before, weight) / (double) Math.max(caps[at], 1);
      }
    }
    return relief;
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
