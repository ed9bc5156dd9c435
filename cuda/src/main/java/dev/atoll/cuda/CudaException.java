package dev.atoll.cuda;

/** What the GPU's libraries refuse, or that they are not there. */
public final class CudaException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CudaException(String message) {
    super(message);
  }
}
