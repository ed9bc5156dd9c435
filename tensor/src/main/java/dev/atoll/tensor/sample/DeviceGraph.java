package dev.atoll.tensor.sample;

import dev.atoll.tensor.Matrix;

/** A graph on a device, whose neighbourhoods are sampled there. */
public interface DeviceGraph extends AutoCloseable {
  /** A sampler that prepares one batch at a time. */
  DeviceSampler newSampler();

  /**
   * Uploads rows of nodes.
   *
   * @param host a row per node, in host memory
   * @param near the nodes whose rows go into the device's memory; null for all
   * @param pinned the nodes whose rows go where the device reads them from host memory itself; null
   *     for all others, as far as the host can. Other rows stay in {@code host}, which must outlive
   *     these
   */
  TieredRows rows(Matrix host, int[] near, int[] pinned);

  /** Free bytes of the device's memory. */
  long freeBytes();

  /** Bytes of the graph on the device. */
  long heldBytes();

  /** Whether the graph is in host memory, since it does not fit the device's. */
  boolean readsHost();

  @Override
  void close();
}
