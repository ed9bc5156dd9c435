package dev.atoll.train.halo.bns;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;
import java.util.Arrays;

/**
 * BNS-GCN: of the n halo nodes that a worker reads from another, {@code round(rate·n)} drawn in
 * every epoch without replacement, each with weight n/drawn. Both ends draw the same.
 */
public record NodeSampling(double rate) implements BoundarySampler {
  public NodeSampling {
    SamplingRate.check(rate);
  }

  @Override
  public boolean isFixed() {
    return rate == 1;
  }

  @Override
  public EpochDraw open(BoundaryGraph graph) {
    return new BoundaryDraw(graph, this::draw);
  }

  int[] draw(int reader, int owner, BoundaryDraw.Nodes nodes, RandomKey key, float[] weights) {
    int[] places = NodeDraw.places(nodes, NodeDraw.count(nodes.count(), rate), key);
    Arrays.fill(weights, 0, nodes.count(), 0);
    for (int place : places) {
      weights[place] = (float) nodes.count() / places.length;
    }
    return places;
  }
}
