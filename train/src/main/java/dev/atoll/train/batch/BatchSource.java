package dev.atoll.train.batch;

/** The batches of a run. */
public interface BatchSource extends AutoCloseable {
  /** Steps in an epoch. */
  int steps(int epoch);

  /**
   * The batch of a step; valid until the next one is requested.
   *
   * @throws IndexOutOfBoundsException for a step that the epoch does not have
   * @throws IllegalStateException after {@link #close}
   */
  TrainingBatch batch(int epoch, int step);

  /** The device on which neighbourhoods are sampled. */
  default SamplingPlace place() {
    return SamplingPlace.NONE;
  }

  /** Bytes held on the device for batches. */
  default long heldBytes() {
    return 0;
  }

  /** Checks a request for a batch. */
  static void requireStep(int step, int steps, boolean closed) {
    if (closed) {
      throw new IllegalStateException("step %d of closed batches".formatted(step));
    }
    if (step < 0 || step >= steps) {
      throw new IndexOutOfBoundsException("step %d: expected 0 to %d".formatted(step, steps - 1));
    }
  }

  /** Ends the preparation of batches; a second call does nothing. */
  @Override
  void close();
}
