package dev.atoll.graph.partition.multilevel.coarsen;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Size-constrained label propagation (Meyerhenke, Sanders, Schulz 2014): every node that is still
 * alone joins the cluster it is drawn to most, as long as that stays below the caps.
 *
 * <p>A round visits the nodes in {@value #BATCHES} batches, one node of every run of {@value
 * #BATCHES} consecutive ones at a time. The nodes of a batch decide side by side on the labels as
 * they were before it, then move one after the other; so the result does not depend on the number
 * of threads, while almost every node sees what its neighbours did just before.
 */
final class LabelPropagation {
  static final int BATCHES = 16;
  private static final int BLOCKS_PER_CHUNK = 512;

  private final WeightedGraph graph;
  private final int[] caps;
  private final int[] part;
  private final int threads;
  private final int constraints;
  private final int[] label;
  private final int[] size;
  private final int[] load;
  private final float[] mass;
  private final int[] favourite;
  private final int[] decision;
  private final Queue<Desk> spares = new ConcurrentLinkedQueue<>();
  private int clusters;

  /**
   * Every node by itself.
   *
   * @param part nodes of different parts stay apart; or null
   */
  LabelPropagation(WeightedGraph graph, int[] caps, int[] part, int threads) {
    this.graph = graph;
    this.caps = caps;
    this.part = part;
    this.threads = threads;
    this.constraints = caps.length;
    int nodes = graph.nodeCount();
    label = new int[nodes];
    favourite = new int[nodes];
    size = new int[nodes];
    load = graph.weights().clone();
    mass = graph.masses();
    decision = new int[Math.ceilDiv(nodes, BATCHES)];
    Arrays.setAll(label, v -> v);
    Arrays.fill(size, 1);
    clusters = nodes;
  }

  /** The cluster of every node, named by one of the nodes of the graph. */
  int[] labels() {
    return label;
  }

  int clusters() {
    return clusters;
  }

  /**
   * Visits every node that is alone once.
   *
   * @return how many moved
   */
  int round(RandomKey key, int enough) {
    int moved = 0;
    int salt = (int) key.draw(0);
    int first = (int) key.below(BATCHES, 1);
    int chunks = Math.ceilDiv(decision.length, BLOCKS_PER_CHUNK);
    for (int i = 0; i < BATCHES && clusters > enough; i++) {
      int batch = (first + i) % BATCHES;
      Parallel.forEach(threads, chunks, chunk -> decide(chunk, batch, salt));
      moved += move(batch, salt);
    }
    return moved;
  }

  /** The node of a batch in a run of consecutive ones; each run has an order of its own. */
  static int node(int block, int batch, int salt) {
    int turn = (block * 0x9E3779B9 + salt) >>> 28;
    return block * BATCHES + (batch ^ turn);
  }

  private void decide(int chunk, int batch, int salt) {
    Desk spare = spares.poll();
    Desk desk = spare == null ? new Desk(label.length) : spare;
    int end = Math.min(decision.length, (chunk + 1) * BLOCKS_PER_CHUNK);
    for (int block = chunk * BLOCKS_PER_CHUNK; block < end; block++) {
      int v = node(block, batch, salt);
      if (v < label.length) {
        decision[block] = isAlone(v) ? choose(v, salt, desk) : label[v];
      }
    }
    spares.add(desk);
  }

  private boolean isAlone(int v) {
    return label[v] == v && size[v] == 1;
  }

  private int choose(int v, int salt, Desk desk) {
    RatingMap ratings = desk.ratings();
    int[] arcs = desk.read(graph, v);
    for (int e = desk.row().from(), end = desk.row().to(); e < end; e++) {
      int u = graph.target(arcs[e]);
      if (part == null || part[u] == part[v]) {
        ratings.add(label[u], graph.weight(arcs[e]));
      }
    }
    return best(v, salt, ratings);
  }

  /**
   * The cluster with the largest sum²/weight: heavy connections attract, heavy clusters do not, so
   * that clusters grow evenly.
   */
  private int best(int v, int salt, RatingMap ratings) {
    int own = label[v];
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
  private int move(int batch, int salt) {
    int moved = 0;
    for (int block = 0; block < decision.length; block++) {
      int v = node(block, batch, salt);
      if (v < label.length) {
        int to = decision[block];
        if (to != label[v] && size[to] > 0 && fits(v, to)) {
          join(v, to);
          moved++;
        }
      }
    }
    return moved;
  }

  private void join(int v, int to) {
    int from = label[v];
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
    label[v] = to;
  }

  /**
   * Joins nodes that stayed alone though they have a favourite in common: the leaves of a star have
   * no edge to each other and may not join the full cluster of their centre. Nodes without any edge
   * are joined likewise.
   */
  void joinTwoHops(int enough) {
    int[] open = new int[label.length];
    Arrays.fill(open, -1);
    int openIsolated = -1;
    for (int v = 0; v < label.length && clusters > enough; v++) {
      if (!isAlone(v)) {
        continue;
      }
      boolean isolated = graph.degree(v) == 0;
      int host = isolated ? openIsolated : open[favourite[v]];
      if (host >= 0 && fits(v, host)) {
        join(v, host);
      } else if (isolated) {
        openIsolated = v;
      } else {
        open[favourite[v]] = v;
      }
    }
  }
}
