package dev.atoll.tensor.sample;

import dev.atoll.tensor.Backend;

/** A backend whose device can sample neighbourhoods. */
public interface SamplingBackend extends Backend {
  /**
   * Takes a graph to the device.
   *
   * @throws OutOfMemoryError when neither the device nor the host has room for it
   */
  DeviceSampling sampling(Adjacency graph);
}
