package dev.atoll.train.sampling.gradients;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Values;
import java.util.List;

/**
 * The settings of importance from gradients.
 *
 * @param every steps from one ranking to the next, and until one takes effect
 * @param read interval, in steps, at which input gradients are read
 * @param decay the weight of earlier steps, by step that is read
 */
public record GradientSpec(int every, int read, double decay) {
  private static final int READ = 4;
  private static final double DECAY = 0.8;

  public static final Key<Long> EVERY =
      new Key<>(
          "gradients.every",
          new Whole(1, Integer.MAX_VALUE),
          30L,
          "steps from one ranking to the next, and until it takes effect (importance=gradients)");

  /** The keys that this reads. */
  public static final List<Key<?>> KEYS = List.of(EVERY);

  public GradientSpec {
    if (every < 1 || read < 1) {
      throw new IllegalArgumentException(
          "gradients.every=%d, read every %d steps: expected at least 1 step each"
              .formatted(every, read));
    }
    if (!(decay >= 0 && decay < 1)) {
      throw new IllegalArgumentException(
          "weight %s of earlier steps: expected one from 0 to below 1".formatted(decay));
    }
  }

  /** The steps that must be over before the ranking in force at a step is there. */
  public long stepsRead(long step) {
    return Math.max(0, step / every - 1) * every;
  }

  /** Reads settings. */
  public static GradientSpec of(Values values) {
    return new GradientSpec(values.integer(EVERY), READ, DECAY);
  }
}
