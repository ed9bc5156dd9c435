package dev.atoll.graph.sample.saint;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.modified.DelegatingSampler;
import java.util.Collections;
import java.util.function.LongFunction;

/**
 * GraphSAINT (Zeng et al. 2020): a step uses one subgraph in all layers. {@link #step} sets the
 * step, which determines the subgraph; seeds are nodes of it.
 *
 * <p>Every target reads all its neighbours in the subgraph, each with the correction of {@link
 * SaintNorm}, so the seeds' outputs are those of the whole subgraph; only its nodes within reach of
 * the seeds are in the batch.
 *
 * <pre>{@code
 * var subgraphs = SaintSubgraphs.ofWalks(graph, 2000, 4);
 * var norm = SaintNorm.of(graph, subgraphs, 0, key.child("presamples"));
 * var sampler = new SaintSampler(graph, norm, step -> subgraphs.nodes(key.child(step)), 3);
 * }</pre>
 */
public final class SaintSampler extends DelegatingSampler {
  private final SaintNeighbors subgraph;
  private final LongFunction<int[]> ofStep;

  /**
   * @param ofStep the nodes of a step's subgraph, counted from 0
   */
  public SaintSampler(CsrGraph graph, SaintNorm norm, LongFunction<int[]> ofStep, int layers) {
    this(graph, norm, ofStep, layers, 0, graph.nodeCount());
  }

  /**
   * A sampler of one part of a partitioned graph.
   *
   * @param graph the part, its nodes counted from 0
   * @param first the number of the part's first node
   * @param nodeCount nodes of the whole graph
   */
  public SaintSampler(
      CsrGraph graph,
      SaintNorm norm,
      LongFunction<int[]> ofStep,
      int layers,
      int first,
      int nodeCount) {
    this(new SaintNeighbors(graph, norm, first, nodeCount), ofStep, layers);
  }

  private SaintSampler(SaintNeighbors subgraph, LongFunction<int[]> ofStep, int layers) {
    super(new FusedSampler(subgraph, new Fanouts(Collections.nCopies(layers, Fanouts.ALL))));
    this.subgraph = subgraph;
    this.ofStep = ofStep;
  }

  /** Degrees are those of the part that subgraphs are drawn from. */
  @Override
  public boolean isSubgraph() {
    return true;
  }

  @Override
  public void step(long step) {
    subgraph.take(ofStep.apply(step));
  }
}
