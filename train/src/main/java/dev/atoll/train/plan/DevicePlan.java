package dev.atoll.train.plan;

import dev.atoll.train.placement.Devices;

/**
 * The share of mini-batches' work that a GPU does besides computing.
 *
 * @param sampling where neighbourhoods are drawn
 * @param rows feature rows in the GPU's memory: {@code auto} for as many as fit, a number, or a
 *     share of the nodes such as {@code 0.2n}; the others are read from host memory
 * @param pinned the rows of host memory that are pinned, which the GPU reads directly: {@code auto}
 *     for all that can be pinned, a number, {@code 0} among them, or a share of the nodes; the host
 *     copies the rest when it is read
 */
public record DevicePlan(Device sampling, String rows, String pinned) {
  /** Caches as many rows as fit. */
  public static final String AUTO_ROWS = "auto";

  private static final String NO_ROWS = "0";

  /** Samples on the device if possible. */
  public static final DevicePlan AUTO = new DevicePlan(Device.AUTO, AUTO_ROWS);

  /** The device on which neighbourhoods are sampled. */
  public enum Device {
    /**
     * Samples on the GPU if the run computes on one whose sampler supports the plan, else on the
     * host.
     */
    AUTO,
    HOST,
    CUDA
  }

  public DevicePlan {
    if (!rows.equals(AUTO_ROWS)) {
      Devices.rows(rows, Integer.MAX_VALUE);
    }
    if (!pinned.equals(AUTO_ROWS) && !pinned.equals(NO_ROWS)) {
      Devices.rows(pinned, Integer.MAX_VALUE);
    }
  }

  /** Creates a plan that pins all rows outside the GPU's memory. */
  public DevicePlan(Device sampling, String rows) {
    this(sampling, rows, AUTO_ROWS);
  }

  /** Rows for the GPU's memory. */
  public int rowsOf(int nodes, long rowBytes, long freeBytes) {
    return rows.equals(AUTO_ROWS)
        ? Math.clamp(freeBytes / Math.max(1, rowBytes), 0, nodes)
        : Devices.rows(rows, nodes);
  }

  /** Whether all rows are pinned, as far as that is possible, that are not in the GPU's memory. */
  public boolean pinsAll() {
    return pinned.equals(AUTO_ROWS);
  }

  /**
   * Rows for pinned memory.
   *
   * @param others rows that are not in the GPU's memory
   */
  public int pinnedOf(int nodes, int others) {
    if (pinsAll()) {
      return others;
    }
    return pinned.equals(NO_ROWS) ? 0 : Math.min(others, Devices.rows(pinned, nodes));
  }
}
