package dev.atoll.train.cost;

import java.util.Locale;

/** A phase that a worker spends time in. */
public enum Phase {
  /** Choosing neighbours, here and at their owners. */
  SAMPLE,
  /** Bringing feature rows to the device. */
  FETCH,
  /** Forward, backward and the optimizer. */
  COMPUTE,
  /** Waiting for rows of other workers' nodes inside a layer. */
  EXCHANGE,
  /** Making the gradients of all workers one. */
  REDUCE;

  /** The name in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
