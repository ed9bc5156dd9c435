package dev.atoll.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Property tests: a body is tried with many random generators. Every run of the tests draws new
 * keys, so that over time more and more cases are tried. A failure names its key, and {@code
 * -Datoll.key=KEY} replays that case alone.
 *
 * <pre>{@code
 * Randomly.tries(100, random -> { var graph = randomGraph(random); assert…; });
 * }</pre>
 */
public final class Randomly {
  private static final long BASES = 1L << 40;

  /** The first key of this run. */
  private static final long BASE = new SplittableRandom().nextLong(BASES);

  private Randomly() {}

  /** A test of one random case. */
  @FunctionalInterface
  public interface Body {
    void accept(RandomGenerator random) throws Exception;
  }

  /** Runs the body with {@code count} keys, or only with that of {@code -Datoll.key}. */
  public static void tries(int count, Body body) {
    Long only = Long.getLong("atoll.key");
    long first = only == null ? BASE : only;
    int keys = only == null ? count : 1;
    for (long key = first; key < first + keys; key++) {
      try {
        body.accept(new SplittableRandom(new SplittableRandom(key).nextLong()));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("failed with key " + key + "; replay with -Datoll.key=" + key, e);
      }
    }
  }
}
