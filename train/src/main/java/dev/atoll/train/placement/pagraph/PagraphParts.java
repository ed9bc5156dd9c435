package dev.atoll.train.placement.pagraph;

import dev.atoll.graph.CsrGraph;
import dev.atoll.train.placement.Ranking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * PaGraph's parts (Lin et al. 2020, section 3.3). Training nodes are assigned one by one to the
 * part with the largest
 *
 * <pre>  |TV ∩ IN(t)| · (mean training nodes − |TV|) / |PV|</pre>
 *
 * where TV are the training nodes of the part, PV all its nodes, and IN(t) the nodes within {@code
 * hops} edges into t. The part then gets t and all of IN(t), including copies of nodes of other
 * parts: a part can train without reading another. Among equal scores the part with the fewest
 * training nodes wins, then the one with the fewest nodes. O(training nodes · their
 * neighbourhoods), which is quadratic on a dense graph.
 */
final class PagraphParts {
  private final CsrGraph graph;
  private final int hops;

  /** The part of every training node; −1 for others. */
  private final int[] partOf;

  private final List<BitSet> nodes = new ArrayList<>();
  private final int[] nodeCounts;
  private final int[] trainCounts;

  /** The training node whose neighbourhood a node was last seen in. */
  private final int[] seenBy;

  private final int[] near;

  private PagraphParts(CsrGraph graph, int parts, int hops) {
    this.graph = graph;
    this.hops = hops;
    this.partOf = new int[graph.nodeCount()];
    this.nodeCounts = new int[parts];
    this.trainCounts = new int[parts];
    this.seenBy = new int[graph.nodeCount()];
    this.near = new int[graph.nodeCount()];
    Arrays.fill(partOf, -1);
    Arrays.fill(seenBy, -1);
    IntStream.range(0, parts).forEach(_ -> nodes.add(new BitSet(graph.nodeCount())));
  }

  /**
   * Assigns training nodes in ascending order.
   *
   * @param hops layers of the model
   */
  static PagraphParts of(CsrGraph graph, BitSet training, int parts, int hops) {
    var assigned = new PagraphParts(graph, parts, hops);
    if (parts == 1) {
      assigned.takeAll(training);
    } else {
      double mean = training.cardinality() / (double) parts;
      training.stream().forEach(t -> assigned.assign(t, mean));
    }
    return assigned;
  }

  /** Assigns all training nodes to one part and finds their neighbourhoods at once. */
  private void takeAll(BitSet training) {
    training.stream().forEach(t -> partOf[t] = 0);
    trainCounts[0] = training.cardinality();
    BitSet part = nodes.getFirst();
    BitSet last = training;
    part.or(training);
    for (int hop = 0; hop < hops; hop++) {
      var next = new BitSet(graph.nodeCount());
      last.stream()
          .forEach(
              v -> {
                for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
                  next.set(graph.source(e));
                }
              });
      next.andNot(part);
      part.or(next);
      last = next;
    }
    nodeCounts[0] = part.cardinality();
  }

  private void assign(int t, double mean) {
    int gathered = gather(t);
    int part = best(gathered, mean);
    partOf[t] = part;
    trainCounts[part]++;
    BitSet members = nodes.get(part);
    for (int i = 0; i < gathered; i++) {
      if (!members.get(near[i])) {
        members.set(near[i]);
        nodeCounts[part]++;
      }
    }
  }

  /** Collects a node and those within reach into {@code near}. */
  private int gather(int t) {
    near[0] = t;
    seenBy[t] = t;
    int begin = 0;
    int end = 1;
    for (int hop = 0; hop < hops; hop++) {
      int reached = end;
      for (; begin < end; begin++) {
        int v = near[begin];
        for (long e = graph.rowStart(v), last = graph.rowStart(v + 1L); e < last; e++) {
          int u = graph.source(e);
          if (seenBy[u] != t) {
            seenBy[u] = t;
            near[reached++] = u;
          }
        }
      }
      end = reached;
    }
    return end;
  }

  private int best(int gathered, double mean) {
    int[] shared = new int[trainCounts.length];
    for (int i = 1; i < gathered; i++) {
      int part = partOf[near[i]];
      if (part >= 0) {
        shared[part]++;
      }
    }
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int part = 0; part < shared.length; part++) {
      double score = shared[part] * (mean - trainCounts[part]) / Math.max(1, nodeCounts[part]);
      if (score > most || (score == most && isSmaller(part, best))) {
        best = part;
        most = score;
      }
    }
    return best;
  }

  private boolean isSmaller(int part, int than) {
    return trainCounts[part] != trainCounts[than]
        ? trainCounts[part] < trainCounts[than]
        : nodeCounts[part] < nodeCounts[than];
  }

  /** The part that trains on each node; −1 for nodes that no part trains on. */
  int[] trainers() {
    return partOf;
  }

  /** The nodes of a part, copies included. */
  BitSet nodes(int part) {
    return nodes.get(part);
  }

  /** The nodes of a part in descending order of out-degree within it. */
  int[] byOutDegree(int part) {
    BitSet members = nodes.get(part);
    int[] outDegrees = new int[graph.nodeCount()];
    members.stream()
        .forEach(
            v -> {
              for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
                int u = graph.source(e);
                outDegrees[u] += members.get(u) ? 1 : 0;
              }
            });
    return Arrays.stream(Ranking.descending(outDegrees.length, v -> outDegrees[v]))
        .filter(members::get)
        .toArray();
  }
}
