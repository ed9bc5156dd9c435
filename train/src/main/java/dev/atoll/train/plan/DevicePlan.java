package dev.atoll.train.plan;

import dev.atoll.train.placement.Devices;

/**
 * The share of mini-batches' work that a GPU does besides computing.
 *
 * @param sampling where neighbourhoods are drawn
 * @param rows feature rows in the GPU's memory: {@code auto} for as many as fit, a number, or a
 *     share of the nodes such as {@code 0.2n}; the others are read from host memory
 */
public record DevicePlan(Place sampling, String rows) {
  /** As many rows as fit. */
  public static final String AUTO_ROWS = "auto";

  /** On the device wherever that is possible. */
  public static final DevicePlan AUTO = new DevicePlan(Place.AUTO, AUTO_ROWS);

  /** Where neighbourhoods are drawn. */
  public enum Place {
    /** On the GPU where the run computes on one and its sampler can, else on the host. */
    AUTO,
    HOST,
    CUDA
  }

  public DevicePlan {
    if (!rows.equals(AUTO_ROWS)) {
      Devices.rows(rows, Integer.MAX_VALUE);
    }
  }

  /** Rows for the GPU's memory. */
  public int rowsOf(int nodes, long rowBytes, long freeBytes) {
    return rows.equals(AUTO_ROWS)
        ? Math.clamp(freeBytes / Math.max(1, rowBytes), 0, nodes)
        : Devices.rows(rows, nodes);
  }
}
