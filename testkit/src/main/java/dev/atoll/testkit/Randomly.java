package dev.atoll.testkit;

import java.util.random.RandomGenerator;

/**
 * Property tests: a body is tried with many random generators. Every commit draws new keys ({@link
 * CommitKeys}), so that over time more and more cases are tried. A failure names its key, and
 * {@code -Datoll.key=KEY} replays only that case.
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

  /** Runs the body with {@code count} keys, or only with that of {@code -Datoll.key}. */
  public static void tries(int count, Body body) {
    Long only = Long.getLong("atoll.key");
    long first = only == null ? CommitKeys.first() : only;
    int keys = only == null ? count : 1;
    for (long key = first; key < first + keys; key++) {
      try {
        body.accept(CommitKeys.random(key));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("failed with key " + key + "; replay with -Datoll.key=" + key, e);
      }
    }
  }
}
