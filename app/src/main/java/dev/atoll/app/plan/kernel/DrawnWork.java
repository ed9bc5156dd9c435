package dev.atoll.app.plan.kernel;

/**
 * The sampling and reading of rows that a device does for itself in an epoch.
 *
 * @param hops of all batches
 * @param edges that were drawn
 * @param busBytes of rows that the device reads from pinned host memory
 * @param stagedBytes of rows that the host copies to where the device reads them
 * @param emulationSeconds of the host's threads that drew instead of the device
 */
public record DrawnWork(
    double hops, double edges, double busBytes, double stagedBytes, double emulationSeconds) {
  /** The work of a device that draws nothing. */
  public static final DrawnWork NONE = new DrawnWork(0, 0, 0, 0, 0);

  /** The sum of this work and another. */
  public DrawnWork plus(DrawnWork other) {
    return new DrawnWork(
        hops + other.hops,
        edges + other.edges,
        busBytes + other.busBytes,
        stagedBytes + other.stagedBytes,
        emulationSeconds + other.emulationSeconds);
  }

  /** Multiplies all counts. */
  public DrawnWork times(double count) {
    return new DrawnWork(
        count * hops,
        count * edges,
        count * busBytes,
        count * stagedBytes,
        count * emulationSeconds);
  }

  /** Whether the device draws. */
  public boolean isAny() {
    return hops > 0;
  }
}
