package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;

/** Caches no rows: each is read from the worker that owns it. */
public record OwnerPlacement() implements PlacementPolicy {
  @Override
  public boolean cachesRows() {
    return false;
  }

  @Override
  public Placer placer(Request request) {
    return new EmptyBuffers();
  }

  private record EmptyBuffers() implements Placer {
    @Override
    public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
      return Placement.of(devices, graph.nodeCount(), new int[devices.count()][0]);
    }
  }
}
