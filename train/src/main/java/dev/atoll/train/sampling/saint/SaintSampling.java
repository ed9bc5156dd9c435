package dev.atoll.train.sampling.saint;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Labels;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.saint.SaintNorm;
import dev.atoll.graph.sample.saint.SaintSubgraphs;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.SeedKind;
import dev.atoll.train.sampling.WorkerSampling;
import java.lang.foreign.Arena;
import java.util.Optional;

/**
 * GraphSAINT: a step sees one random subgraph, and all layers work on it. Every worker draws
 * subgraphs of its own part, so a step reads no row of another worker.
 *
 * @param kind how the nodes of a subgraph are drawn
 * @param budget number of nodes, edges or roots of walks that are drawn for a subgraph
 * @param length edges of a walk
 * @param presamples number of subgraphs from which the normalisation is estimated; 0 to draw every
 *     node 50 times on average
 */
public record SaintSampling(Kind kind, int budget, int length, int presamples) implements Sampling {
  /** The most nodes that are drawn for a subgraph. */
  private static final long MOST_DRAWS = 1 << 28;

  /** The distribution of a subgraph's nodes. */
  public enum Kind {
    NODE,
    EDGE,
    WALK
  }

  /** Creates a policy whose normalisation is estimated from as many subgraphs as it needs. */
  public SaintSampling(Kind kind, int budget, int length) {
    this(kind, budget, length, 0);
  }

  public SaintSampling {
    if (budget < 1 || length < 1 || presamples < 0) {
      throw new IllegalArgumentException(
          "sampler.saint.budget=%d, sampler.saint.length=%d, %d subgraphs for the normalisation: expected at least 1, at least 1, and 0 or more"
              .formatted(budget, length, presamples));
    }
    if ((length + 1L) * budget > MOST_DRAWS) {
      throw new IllegalArgumentException(
          "sampler.saint.budget=%d with sampler.saint.length=%d: expected at most %d nodes for a subgraph"
              .formatted(budget, length, MOST_DRAWS));
    }
  }

  SaintSubgraphs subgraphs(CsrGraph graph) {
    return switch (kind) {
      case NODE -> SaintSubgraphs.ofNodes(graph, budget);
      case EDGE -> SaintSubgraphs.ofEdges(graph, budget);
      case WALK -> SaintSubgraphs.ofWalks(graph, budget, length);
    };
  }

  @Override
  public void check(BatchPlan plan) {
    if (plan.placement().isPresent()) {
      throw new IllegalArgumentException(
          "placement with sampler=saint, whose steps read no rows of other workers: expected"
              + " placement=owner");
    }
  }

  @Override
  public void check(SeedKind seeds, int workers) {
    if (seeds != SeedKind.LABELLED_NODES) {
      throw new IllegalArgumentException(
          "sampler=saint with a link or edge objective: the losses of nodes are normalised;"
              + " expected task=node, or another sampler such as uniform");
    }
  }

  @Override
  public boolean ordersSeeds() {
    return true;
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    check(context.seedKind(), context.workers().size());
    checkLabels(context.model().labels());
    CsrGraph part = context.shard().coreGraph(context.opened(Arena.ofShared()));
    SaintSubgraphs subgraphs = subgraphs(part);
    RandomKey key = RandomKey.ofSeed(context.seed()).child("saint").child(context.workers().rank());
    SaintNorm norm = SaintNorm.of(part, subgraphs, presamples, key.child("presamples"));
    RandomKey steps = key.child("steps");
    return new ShardSubgraphs(context, part, norm, step -> subgraphs.nodes(steps.child(step)));
  }

  private static void checkLabels(Optional<Labels> labels) {
    if (labels.orElse(null) instanceof Labels.Multi) {
      throw new IllegalArgumentException(
          "sampler=saint with several labels per node: losses are normalised for one label per"
              + " node; take another sampler such as uniform");
    }
  }
}
