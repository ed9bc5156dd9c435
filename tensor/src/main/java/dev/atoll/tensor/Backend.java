package dev.atoll.tensor;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One device with its memory and its kernels. Calls are ordered as they were made; {@link #upload}
 * may return before the copy is done only if the host memory was copied away; {@link #download} and
 * {@link #synchronize} wait.
 */
public interface Backend extends AutoCloseable {
  Device device();

  Kernels kernels();

  /**
   * The number format of values between operations, which the tape allocates by: {@link DType#F32},
   * or {@link DType#BF16}; {@link #kernels} then take both. Parameters, their gradients and sums
   * are F32 in any case.
   */
  default DType activations() {
    return DType.F32;
  }

  /**
   * How many flops of a dense product take as long as a byte that a sparse one reads: the order of
   * products is chosen by it.
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

  /** Copies tightly packed host rows (no padding) into a matrix of the same type. */
  void upload(MemorySegment packed, Matrix into);

  void upload(MemorySegment elements, Buffer into);

  /** Copies a matrix to tightly packed host rows, when all work before it is done. */
  void download(Matrix from, MemorySegment packed);

  void download(Buffer from, MemorySegment elements);

  /** Waits until all work so far is done; a failure of that work surfaces here. */
  void synchronize();

  /**
   * Opens a backend of one thread on the host, for another thread that computes beside this one;
   * the bits of its kernels are those of this one where it is the host as well.
   */
  Backend beside();

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
   * Computes for other backends of this process until something has happened, where they share
   * their threads; may return before.
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
