package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;

/** Decides which feature rows every device keeps. */
public interface Placer {
  /**
   * Fills the buffers of all devices.
   *
   * @throws IllegalArgumentException when a device could keep more rows than there are
   */
  Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices);
}
