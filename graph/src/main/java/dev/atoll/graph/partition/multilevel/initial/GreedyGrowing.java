package dev.atoll.graph.partition.multilevel.initial;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.partition.multilevel.refine.NodeQueues;
import java.util.Arrays;

/**
 * Bisection by growing: side 0 starts as one node and always takes the node that adds the least to
 * the cut, until it holds its share. With several constraints there are two ways, each better on
 * some graphs: by mass, where a node counts for its mean share of all constraints; and by class,
 * where every node counts for the constraint it holds most of, and the constraint that lags behind
 * is served first.
 */
final class GreedyGrowing {
  private final WeightedGraph graph;
  private final int constraints;

  /** A queue per class. */
  private final NodeQueues queues;

  private final int[] heaviest;
  private final int[] side;
  private final double[] filled;
  private final ArcRow row = new ArcRow();
  private final ArcRow gainRow = new ArcRow();
  private boolean byClass;

  GreedyGrowing(WeightedGraph graph) {
    this.graph = graph;
    this.constraints = graph.constraints();
    int nodes = graph.nodeCount();
    this.queues = new NodeQueues(nodes, constraints);
    this.heaviest = new int[nodes];
    this.side = new int[nodes];
    this.filled = new double[constraints];
    Arrays.setAll(heaviest, graph::heaviestConstraint);
  }

  private int classOf(int v) {
    return byClass ? heaviest[v] : 0;
  }

  /** The share that a node adds to a class. */
  private double fill(int v, int which) {
    return byClass ? graph.share(v, which) : graph.mass(v) / graph.nodeCount();
  }

  /**
   * The side of every node.
   *
   * @param share of the weight that side 0 is to hold
   */
  int[] grow(double share, boolean classes, RandomKey key) {
    byClass = classes;
    Arrays.fill(side, 1);
    Arrays.fill(filled, classes ? 0 : share);
    filled[0] = 0;
    queues.clear();
    var seeds = new Seeds(key);
    for (int wanted = lagging(share); wanted >= 0; wanted = lagging(share)) {
      if (queues.isEmpty(wanted)) {
        int seed = seeds.next(wanted);
        if (seed < 0) {
          filled[wanted] = share;
        } else {
          queues.insert(wanted, seed, gain(seed));
        }
      } else {
        take(queues.pop(wanted), wanted, share);
      }
    }
    return side.clone();
  }

  /**
   * The class that has least of its share, preferring classes that can grow at the boundary; −1
   * when all have theirs.
   */
  private int lagging(double share) {
    int least = -1;
    for (int j = 0; j < constraints; j++) {
      if (filled[j] < share && (least < 0 || lagsMore(j, least))) {
        least = j;
      }
    }
    return least;
  }

  private boolean lagsMore(int j, int than) {
    return queues.isEmpty(j) == queues.isEmpty(than)
        ? filled[j] < filled[than]
        : queues.isEmpty(than);
  }

  /** Takes a node unless that goes further beyond the share than it is short of it now. */
  private void take(int v, int wanted, double share) {
    double after = filled[wanted] + fill(v, wanted);
    if (after > share && after - share > share - filled[wanted]) {
      return;
    }
    side[v] = 0;
    for (int j = 0; j < (byClass ? constraints : 1); j++) {
      filled[j] += fill(v, j);
    }
    graph.read(v, row);
    for (int e = row.from(); e < row.to(); e++) {
      int u = row.target(e);
      if (side[u] == 1) {
        if (queues.contains(u)) {
          queues.add(u, 2 * row.weight(e));
        } else {
          queues.insert(classOf(u), u, gain(u));
        }
      }
    }
  }

  private int gain(int v) {
    int gain = 0;
    graph.read(v, gainRow);
    for (int e = gainRow.from(); e < gainRow.to(); e++) {
      int weight = gainRow.weight(e);
      gain += side[gainRow.target(e)] == 0 ? weight : -weight;
    }
    return gain;
  }

  /**
   * Nodes to continue from when no neighbour can be added: first some at random, then all by
   * number.
   */
  private final class Seeds {
    private static final int DRAWS = 16;
    private final RandomKey key;
    private final int[] cursor = new int[constraints];
    private int draws;

    Seeds(RandomKey key) {
      this.key = key;
    }

    int next(int wanted) {
      int nodes = graph.nodeCount();
      while (draws < DRAWS && nodes > 0) {
        int v = (int) key.below(nodes, draws++);
        if (isFree(v, wanted)) {
          return v;
        }
      }
      while (cursor[wanted] < nodes) {
        int v = cursor[wanted]++;
        if (isFree(v, wanted)) {
          return v;
        }
      }
      return -1;
    }

    private boolean isFree(int v, int wanted) {
      return side[v] == 1 && classOf(v) == wanted && fill(v, wanted) > 0;
    }
  }
}
