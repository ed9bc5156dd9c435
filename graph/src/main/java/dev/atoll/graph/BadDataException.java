package dev.atoll.graph;

/**
 * Data that cannot be used as it stands: the message names the position (file, line, row), what was
 * expected, what was found and what to do. It is meant for the user's eyes, without a stack trace.
 */
public final class BadDataException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BadDataException(String message) {
    super(message);
  }

  public BadDataException(String message, Throwable cause) {
    super(message, cause);
  }

  /** An error at a position: {@code "labels.npy: row 7: class 12 of 7"}. */
  public static BadDataException at(Object place, String message) {
    return new BadDataException(place + ": " + message);
  }
}
