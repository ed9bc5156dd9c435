package dev.atoll.graph.partition.multilevel.coarsen;

import dev.atoll.graph.RandomKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a graph smaller level by level, by contracting clusters.
 *
 * @param coarsest stop at about so many nodes
 * @param shrink no level is smaller than its finer one divided by this: many small steps give
 *     refinement more to work on
 * @param heaviest what a node of the coarsest graph may weigh, in even shares
 * @param communitiesAt the level whose communities bound the clusters from there on: finer costs
 *     more and sees more; −1 for none
 */
public record Coarsener(
    int coarsest, double shrink, double heaviest, int communitiesAt, int threads) {
  /** A level that is hardly smaller than the one before is not worth its refinement. */
  private static final double LEAST_SHRINK = 1.05;

  /**
   * The coarser levels, finest first.
   *
   * @param part keeps nodes of different parts apart, so that a partition can be refined in another
   *     cycle; or null
   */
  public List<Level> coarsen(WeightedGraph finest, int[] part, RandomKey key) {
    var levels = new ArrayList<Level>();
    WeightedGraph graph = finest;
    int[] known = part;
    boolean searched = part != null;
    while (graph.nodeCount() > coarsest) {
      if (!searched && levels.size() == communitiesAt) {
        known = new Communities(threads).find(graph, key.child("communities"));
        searched = true;
      }
      Level next = level(graph, known, key.child(levels.size()));
      if (next.graph().nodeCount() * LEAST_SHRINK > graph.nodeCount()) {
        if (part != null || known == null) {
          break;
        }
        known = null; // every community is one node by now: go on across their bounds
        continue;
      }
      levels.add(next);
      graph = next.graph();
      known = known == null ? null : next.lift(known);
    }
    return levels;
  }

  private Level level(WeightedGraph graph, int[] part, RandomKey key) {
    int enough = Math.max(coarsest, (int) (graph.nodeCount() / shrink));
    var clustering = new LabelPropagation(graph, caps(graph), part, threads);
    clustering.round(key, enough);
    if (clustering.clusters() > enough) {
      clustering.joinTwoHops(enough);
    }
    return Contraction.contract(graph, clustering.labels(), threads);
  }

  /** The most a cluster may weigh: a little more than an even share of the coarsest graph. */
  private int[] caps(WeightedGraph graph) {
    int[] caps = new int[graph.constraints()];
    int[] weights = graph.weights();
    for (int i = 0; i < weights.length; i++) {
      int j = i % caps.length;
      caps[j] = Math.max(caps[j], weights[i]);
    }
    for (int j = 0; j < caps.length; j++) {
      long share = (long) Math.ceil(graph.total(j) * heaviest / coarsest);
      caps[j] = (int) Math.min(Integer.MAX_VALUE / 2, Math.max(caps[j], share));
    }
    return caps;
  }
}
