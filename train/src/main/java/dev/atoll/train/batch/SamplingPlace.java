package dev.atoll.train.batch;

/**
 * The device on which the neighbourhoods of a run's batches are sampled.
 *
 * @param place {@code host}, a device such as {@code cuda:0}, or empty if nothing is sampled
 * @param reason why the host samples although the run computes on a device; empty otherwise
 */
public record SamplingPlace(String place, String reason) {
  /** The full graph: nothing is drawn. */
  public static final SamplingPlace NONE = new SamplingPlace("", "");

  /** Sampling on the host. */
  public static SamplingPlace host(String reason) {
    return new SamplingPlace("host", reason);
  }
}
