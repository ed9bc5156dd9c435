package dev.atoll.tensor;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One device with its memory and its kernels. Calls are ordered as they were made; {@link #upload}
 * may return early only if the host memory was copied elsewhere first; {@link #download} and {@link
 * #synchronize} wait.
 */
public interface Backend extends AutoCloseable {
  Device device();

  Kernels kernels();

  /**
   * Kernels that give a row the same bits when some rows of a matrix are computed now and others
   * later: on the host, no row of a result depends on the other rows. Dense products may be slower
   * than those of {@link #kernels}.
   */
  default Kernels rowKernels() {
    return kernels();
  }

  /** Bytes of memory that can still be allocated; the host's is not limited here. */
  default long freeBytes() {
    return Long.MAX_VALUE;
  }

  /**
   * The number format of values between operations, which the tape allocates by: {@link DType#F32},
   * or {@link DType#BF16}; {@link #kernels} then take both. Parameters, their gradients and sums
   * are F32 in any case.
   */
  default DType activations() {
    return DType.F32;
  }

  /**
   * The number of flops of a dense product that take as long as reading one byte in a sparse
   * product; decides the order of products.
   */
  default double flopsPerByte() {
    return 5;
  }

  /** Whether {@link Kernels#spmmMostlyZero} costs less than {@link Kernels#spmm}. */
  default boolean skipsZeros() {
    return false;
  }

  /** Whether {@link Kernels#attention} costs less than a kernel for each of its steps. */
  default boolean fusesAttention() {
    return false;
  }

  Workspace newWorkspace();

  /**
   * Copies tightly packed host rows (no padding) into a matrix of the same type.
   *
   * @throws IllegalArgumentException where the host memory has another length than the elements
   */
  void upload(MemorySegment packed, Matrix into);

  /**
   * Copies elements of the host into a buffer of the same type.
   *
   * @throws IllegalArgumentException where the host memory has another length than the elements
   */
  void upload(MemorySegment elements, Buffer into);

  /**
   * Copies a matrix to tightly packed host rows of its type, when all work before it is done.
   *
   * @throws IllegalArgumentException where the host memory has another length than the elements
   */
  void download(Matrix from, MemorySegment packed);

  /**
   * Copies a buffer to the host, when all work before it is done.
   *
   * @throws IllegalArgumentException where the host memory has another length than the elements
   */
  void download(Buffer from, MemorySegment elements);

  /** Waits until all work so far is done; a failure of that work surfaces here. */
  void synchronize();

  /**
   * Opens a backend on the host that computes concurrently with this one, in full precision. If
   * this backend is on the host as well, both have the same kernels.
   */
  Backend newHostBackend(int threads);

  /** The number of parallel workers: threads, or multiprocessors. */
  int parallelism();

  /**
   * Makes calls and returns the seconds that the host takes for them where each of its threads has
   * a core, by CPU time: other load on the machine does not count. No other thread may call
   * meanwhile.
   *
   * @throws UnsupportedOperationException where another device computes
   */
  default double cpuSeconds(Runnable calls) {
    throw new UnsupportedOperationException(device() + " does not compute in CPU time");
  }

  /**
   * Computes for other backends of this process until {@code happened} is true, if they share
   * threads; may return earlier.
   */
  default void helpUntil(BooleanSupplier happened) {}

  /** Its threads while they compute nothing; empty where only the caller computes. */
  default Optional<SpareThreads> spareThreads() {
    return Optional.empty();
  }

  /**
   * One line for the run record: kernels in use, instruction set or compute capability, library
   * versions.
   */
  String describe();

  @Override
  void close();
}
