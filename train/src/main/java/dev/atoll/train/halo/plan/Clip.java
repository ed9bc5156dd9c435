package dev.atoll.train.halo.plan;

import java.util.Optional;

/**
 * A largest norm of gradients ({@code clip}).
 *
 * @param most the norm; 0 for any
 * @param exchanged whether it is of the gradients that every worker sends in a layer, each clipped
 *     at {@code √workers·most}, as in algorithm 3 of SANCUS; otherwise of the model's gradient,
 *     summed over all workers
 */
public record Clip(double most, boolean exchanged) {
  /** No clipping. */
  public static final Clip NONE = new Clip(0, false);

  private static final String EXCHANGED = "exchange:";

  public Clip {
    if (!(most >= 0)) {
      throw new IllegalArgumentException("clip=" + most + ": expected 0 (off) or more");
    }
  }

  /** Reads {@code 1}, or {@code exchange:1}; empty for any other text. */
  public static Optional<Clip> parse(String text) {
    boolean exchanged = text.startsWith(EXCHANGED);
    try {
      double most = Double.parseDouble(exchanged ? text.substring(EXCHANGED.length()) : text);
      return most >= 0 ? Optional.of(new Clip(most, exchanged)) : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /** The largest norm of the model's gradient; 0 for any. */
  public double ofModel() {
    return exchanged ? 0 : most;
  }

  /** The norm for the gradients that workers send, before √workers; 0 for any. */
  public double ofExchange() {
    return exchanged ? most : 0;
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return exchanged ? EXCHANGED + most : Double.toString(most);
  }
}
