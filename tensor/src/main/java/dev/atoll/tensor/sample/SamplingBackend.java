package dev.atoll.tensor.sample;

import dev.atoll.tensor.Backend;

/** A backend whose device can sample neighbourhoods. */
public interface SamplingBackend extends Backend {
  /**
   * Uploads a graph.
   *
   * @throws OutOfMemoryError when it fits neither the device nor pinned host memory
   */
  DeviceGraph sampling(Adjacency graph);
}
