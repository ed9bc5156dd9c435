package dev.atoll.graph.partition.multilevel.coarsen;

import dev.atoll.graph.cluster.LabelSelector;
import dev.atoll.graph.cluster.RatingMap;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;

/**
 * Size-constrained label propagation (Meyerhenke, Sanders, Schulz 2014): every node that is still a
 * singleton joins the cluster with the largest sum²/weight that stays below the caps. Heavy
 * connections attract, heavy clusters do not, so that clusters grow evenly.
 */
final class SizeConstrainedSelector implements LabelSelector {
  private final WeightedGraph graph;
  private final int[] caps;
  private final int[] part;
  private final int salt;
  private final int enough;
  private final int constraints;
  private final boolean[] moved;
  private final int[] size;
  private final int[] load;
  private final float[] mass;
  private final int[] favourite;
  private int clusters;

  /**
   * A selector that starts with every node as a cluster.
   *
   * @param caps the maximum weight of a cluster, by constraint
   * @param part partition of the nodes, or null; nodes of different parts are not joined
   * @param salt breaks ties
   * @param enough the number of clusters at which to stop
   */
  SizeConstrainedSelector(WeightedGraph graph, int[] caps, int[] part, int salt, int enough) {
    this.graph = graph;
    this.caps = caps;
    this.part = part;
    this.salt = salt;
    this.enough = enough;
    this.constraints = caps.length;
    int nodes = graph.nodeCount();
    moved = new boolean[nodes];
    favourite = new int[nodes];
    size = new int[nodes];
    load = graph.weights().clone();
    mass = graph.masses();
    Arrays.fill(size, 1);
    clusters = nodes;
  }

  @Override
  public boolean isDone() {
    return clusters <= enough;
  }

  @Override
  public boolean visits(int v) {
    return isAlone(v);
  }

  private boolean isAlone(int v) {
    return !moved[v] && size[v] == 1;
  }

  @Override
  public int select(int v, int own, RatingMap ratings) {
    int best = own;
    double bestSquare = 0;
    double bestLoad = 1;
    int bestTie = 0;
    double favouriteSquare = 0;
    double favouriteLoad = 1;
    for (int i = 0; i < ratings.size(); i++) {
      int candidate = ratings.label(i);
      double sum = ratings.sum(i);
      double square = sum * sum;
      double weight = mass[candidate];
      if (square * favouriteLoad > favouriteSquare * weight) {
        favouriteSquare = square;
        favouriteLoad = weight;
        favourite[v] = candidate;
      }
      double left = square * bestLoad;
      double right = bestSquare * weight;
      if (left >= right) {
        int tie = (candidate ^ salt) * 0x9E3779B9;
        if ((left > right || tie > bestTie) && (candidate == own || fits(v, candidate))) {
          best = candidate;
          bestSquare = square;
          bestLoad = weight;
          bestTie = tie;
        }
      }
    }
    return best;
  }

  private boolean fits(int v, int cluster) {
    if (part != null && part[v] != part[cluster]) {
      return false;
    }
    for (int j = 0; j < constraints; j++) {
      if (load[cluster * constraints + j] + graph.nodeWeight(v, j) > caps[j]) {
        return false;
      }
    }
    return true;
  }

  /** An emptied cluster is not joined: two nodes that choose each other would only swap. */
  @Override
  public boolean move(int v, int from, int to) {
    if (size[to] == 0 || !fits(v, to)) {
      return false;
    }
    join(v, from, to);
    return true;
  }

  private void join(int v, int from, int to) {
    for (int j = 0; j < constraints; j++) {
      load[from * constraints + j] -= graph.nodeWeight(v, j);
      load[to * constraints + j] += graph.nodeWeight(v, j);
    }
    float moving = graph.mass(v);
    mass[from] -= moving;
    mass[to] += moving;
    size[to]++;
    if (--size[from] == 0) {
      clusters--;
    }
    moved[v] = true;
  }

  /**
   * Joins singletons that have the same preferred cluster: the leaves of a star have no edge to
   * each other and may not join the full cluster of their centre. Nodes without edges are joined
   * likewise.
   */
  void joinTwoHops(int[] labels) {
    int[] open = new int[labels.length];
    Arrays.fill(open, -1);
    int openIsolated = -1;
    for (int v = 0; v < labels.length && !isDone(); v++) {
      if (!isAlone(v)) {
        continue;
      }
      boolean isolated = graph.degree(v) == 0;
      int host = isolated ? openIsolated : open[favourite[v]];
      if (host >= 0 && fits(v, host)) {
        join(v, labels[v], host);
        labels[v] = host;
      } else if (isolated) {
        openIsolated = v;
      } else {
        open[favourite[v]] = v;
      }
    }
  }
}
