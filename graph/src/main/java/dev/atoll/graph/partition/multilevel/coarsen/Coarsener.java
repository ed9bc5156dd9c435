package dev.atoll.graph.partition.multilevel.coarsen;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.cluster.BatchedLabelPropagation;
import dev.atoll.graph.cluster.Batches;
import dev.atoll.graph.cluster.Clustering;
import dev.atoll.graph.cluster.Communities;
import dev.atoll.graph.cluster.Contraction;
import dev.atoll.graph.cluster.Level;
import dev.atoll.graph.cluster.RowPolicy;
import dev.atoll.graph.cluster.Sparsification;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * Coarsens a graph level by level, by contracting clusters. From one level on, clusters stay inside
 * communities: that keeps the small cuts of a graph visible on its coarse levels (Heuer, Schlag
 * 2017).
 */
public record Coarsener(Options options, int threads) {
  /** {@link Options#communityLevel} without communities. */
  public static final int NO_COMMUNITIES = -1;

  /**
   * The parameters of coarsening.
   *
   * @param coarsestNodes the number of nodes, about, at which coarsening stops
   * @param mostShrink no level is smaller than its finer one divided by this: many small steps give
   *     refinement more levels
   * @param heaviestShare the maximum weight of a node of the coarsest graph, in units of the total
   *     weight over {@code coarsestNodes}
   * @param communityLevel the level whose communities bound the clusters from there on: a finer one
   *     costs more and captures more structure; {@link #NO_COMMUNITIES} for none
   * @param arcsPerNode arcs of a node that are read on the finest level and, approximately, arcs
   *     that nodes keep on coarser levels; dense graphs are sampled, keep half as many and are
   *     coarsened inside the communities of the sample; {@link RowPolicy#ALL} for all arcs
   */
  public record Options(
      int coarsestNodes,
      double mostShrink,
      double heaviestShare,
      int communityLevel,
      int arcsPerNode) {
    /** Whether coarse levels lack edges, so that boundaries seen there are not all there are. */
    public boolean sparsifies() {
      return arcsPerNode != RowPolicy.ALL;
    }
  }

  /**
   * A level with more than this share of the arcs of the finer one is skipped: where contraction
   * merges few parallel edges, levels would hardly shrink.
   */
  private static final double HARDLY_FEWER_ARCS = 0.7;

  /** A graph is dense if it has more than this multiple of the arcs wanted in its sample. */
  private static final long DENSE = 16;

  /**
   * A coarser level is sampled if it has more than this multiple of the arcs wanted in its sample.
   */
  private static final long WORTH_SAMPLING = 2;

  /** A coarse level with fewer arcs keeps all: it costs little, and all parts derive from it. */
  private static final int LEAST_SAMPLED_ARCS = 1 << 17;

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
    boolean dense = isDense(finest);
    if (dense) {
      int arcs = denseArcsPerNode(finest);
      graph = Sparsification.sample(finest, arcs, key.child("sample"), threads);
      levels.add(Level.ofSameNodes(graph));
      known = searched ? known : Communities.find(graph, key.child("communities"), threads);
      searched = true;
    }
    for (int step = 0; graph.nodeCount() > options.coarsestNodes; step++) {
      if (!searched && step == options.communityLevel) {
        known = Communities.find(graph, key.child("communities"), threads);
        searched = true;
      }
      Level next = sparse(level(graph, known, key.child(step)), dense, key.child(step));
      if (next.graph().nodeCount() * LEAST_SHRINK > graph.nodeCount()) {
        if (part != null || known == null) {
          break;
        }
        known = null; // every community is one node by now: continue across their bounds
        continue;
      }
      known = known == null ? null : next.lift(known);
      graph = next.graph();
      levels.add(isPassing(levels, finest) ? next.after(levels.removeLast()) : next);
    }
    return levels;
  }

  private static boolean isPassing(List<Level> levels, WeightedGraph finest) {
    int last = levels.size() - 1;
    if (last < 0) {
      return false;
    }
    WeightedGraph finer = last == 0 ? finest : levels.get(last - 1).graph();
    return levels.get(last).graph().arcCount() > HARDLY_FEWER_ARCS * finer.arcCount();
  }

  private Level level(WeightedGraph graph, int[] part, RandomKey key) {
    int enough = Math.max(options.coarsestNodes, (int) (graph.nodeCount() / options.mostShrink));
    int salt = (int) key.draw(0);
    int first = (int) key.below(Batches.Interleaved.BATCHES, 1);
    var selector = new SizeConstrainedSelector(graph, caps(graph), part, salt, enough);
    RowPolicy policy = RowPolicy.PARTITIONING.reading(options.arcsPerNode);
    var propagation = new BatchedLabelPropagation(graph, policy, part, selector, threads);
    propagation.round(Batches.interleaved(graph.nodeCount(), salt, first));
    if (!selector.isDone()) {
      selector.joinTwoHops(propagation.labels());
    }
    var clustering = new Clustering(propagation.labels());
    return Contraction.contract(graph, clustering, RowPolicy.PARTITIONING, threads);
  }

  /**
   * Whether the graph is so dense that a sample contains almost no parallel edges after
   * contraction, so that all edges of the first coarser levels have equal weights.
   */
  public boolean isDense(WeightedGraph finest) {
    return options.sparsifies()
        && finest.arcCount() > DENSE * denseArcsPerNode(finest) * finest.nodeCount();
  }

  /** Communities need fewer arcs than the search for the heaviest; small graphs keep more. */
  private int denseArcsPerNode(WeightedGraph graph) {
    return Math.max(options.arcsPerNode / 2, LEAST_SAMPLED_ARCS / Math.max(1, graph.nodeCount()));
  }

  private Level sparse(Level level, boolean dense, RandomKey key) {
    if (!options.sparsifies()) {
      return level;
    }
    WeightedGraph graph = level.graph();
    if (!dense) {
      return Sparsification.heaviest(level, options.arcsPerNode, key.child("prune"), threads);
    }
    int arcs = denseArcsPerNode(graph);
    return graph.arcCount() > WORTH_SAMPLING * arcs * graph.nodeCount()
        ? Sparsification.sample(level, arcs, key.child("prune"), threads)
        : level;
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
      long share = (long) Math.ceil(graph.total(j) * options.heaviestShare / options.coarsestNodes);
      caps[j] = (int) Math.min(Integer.MAX_VALUE / 2, Math.max(caps[j], share));
    }
    return caps;
  }
}
