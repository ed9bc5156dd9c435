package dev.atoll.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Property tests: a body is tried with many random generators, and a failure names the key that
 * replays it.
 *
 * <pre>{@code
 * Randomly.tries(100, random -> { var graph = randomGraph(random); assert…; });
 * }</pre>
 */
public final class Randomly {
  private Randomly() {}

  /** A test of one random case. */
  @FunctionalInterface
  public interface Body {
    void accept(RandomGenerator random) throws Exception;
  }

  /** Runs the body with keys 0 to {@code count − 1}, or only with {@code -Datoll.key=K}. */
  public static void tries(int count, Body body) {
    Long only = Long.getLong("atoll.key");
    for (long key = only == null ? 0 : only; key < (only == null ? count : only + 1); key++) {
      try {
        body.accept(new SplittableRandom(new SplittableRandom(key).nextLong()));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("failed with key " + key + "; replay with -Datoll.key=" + key, e);
      }
    }
  }
}
