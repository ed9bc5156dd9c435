package dev.atoll.tensor;

/**
 * Memory lent by one backend. What was released, and everything at {@link #reset()}, is lent again,
 * so a loop that asks for the same shapes in the same order allocates nothing after its first
 * round. New memory holds unspecified values. Not thread-safe. Long-lived data takes a workspace of
 * its own.
 */
public interface Workspace extends AutoCloseable {
  Matrix matrix(int rows, int cols, DType type);

  default Matrix matrix(int rows, int cols) {
    return matrix(rows, cols, DType.F32);
  }

  Buffer buffer(DType type, long length);

  /**
   * Gives a matrix back early. It must have come from this workspace, whole, and must not be used
   * again.
   */
  void release(Matrix matrix);

  /** Takes back all that was lent. */
  void reset();

  /** Bytes held from the device: the high-water mark of what was lent. */
  long heldBytes();

  /**
   * The most bytes of elements that were lent at one time, without padding: a lower bound of the
   * memory that the same requests need.
   */
  long neededBytes();

  @Override
  void close();
}
