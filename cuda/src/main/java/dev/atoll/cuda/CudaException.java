package dev.atoll.cuda;

/** A GPU cannot be opened: it, its driver or a library is absent or refuses. */
public final class CudaException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CudaException(String message, Throwable cause) {
    super(message, cause);
  }
}
