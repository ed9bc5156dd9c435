package dev.atoll.train.batch;

/**
 * Where the neighbourhoods of a run's batches are drawn.
 *
 * @param place {@code host}, a device such as {@code cuda:0}, or empty where nothing is drawn
 * @param reason why it is the host although the run computes on a device; empty otherwise
 */
public record SamplingPlace(String place, String reason) {
  /** The full graph: nothing is drawn. */
  public static final SamplingPlace NONE = new SamplingPlace("", "");

  /** On the host. */
  public static SamplingPlace host(String reason) {
    return new SamplingPlace("host", reason);
  }
}
