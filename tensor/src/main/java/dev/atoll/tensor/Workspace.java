package dev.atoll.tensor;

/**
 * Scratch memory of one backend. Released matrices, and all of them at {@link #reset()}, are
 * reused, so a loop that asks for the same shapes in the same order allocates nothing after its
 * first round. New memory holds unspecified values. Not thread-safe. Use a separate workspace for
 * long-lived data.
 */
public interface Workspace extends AutoCloseable {
  Matrix matrix(int rows, int cols, DType type);

  default Matrix matrix(int rows, int cols) {
    return matrix(rows, cols, DType.F32);
  }

  Buffer buffer(DType type, long length);

  /**
   * Releases a matrix early. It must have been allocated by this workspace and not be a view, and
   * must not be used afterwards.
   */
  void release(Matrix matrix);

  /** Releases all matrices. */
  void reset();

  /** Bytes allocated on the device: the high-water mark of use. */
  long heldBytes();

  /**
   * The most bytes of elements in use at one time, without padding: a lower bound of the memory
   * that the same requests need.
   */
  long neededBytes();

  @Override
  void close();
}
