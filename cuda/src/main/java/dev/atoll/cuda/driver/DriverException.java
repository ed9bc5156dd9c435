package dev.atoll.cuda.driver;

/** A library of the GPU is absent, too old, or reports an error. */
public final class DriverException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DriverException(String message) {
    super(message);
  }
}
