package dev.atoll.comm.tcp;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The identity of a run, common to its ranks.
 *
 * @param id names the run; not secret
 * @param secret known to its ranks only; never sent
 * @param size the number of ranks
 */
public record RunIdentity(String id, String secret, int size) {
  private static final SecureRandom RANDOM = new SecureRandom();

  public RunIdentity {
    if (secret.isEmpty()) {
      throw new IllegalArgumentException("the run's secret is empty");
    }
    if (size < 1) {
      throw new IllegalArgumentException("size %d: expected at least one rank".formatted(size));
    }
  }

  /** A new run with a random id and secret. */
  public static RunIdentity random(int size) {
    return new RunIdentity(randomHex(8), randomHex(32), size);
  }

  static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static String randomHex(int bytes) {
    return HexFormat.of().formatHex(randomBytes(bytes));
  }

  /** The identity without the secret, which must not reach a log. */
  @Override
  public String toString() {
    return "run %s of %d ranks".formatted(id, size);
  }
}
