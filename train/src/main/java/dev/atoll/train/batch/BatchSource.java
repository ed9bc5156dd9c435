package dev.atoll.train.batch;

/** The batches of a run. */
public interface BatchSource extends AutoCloseable {
  /** Steps in an epoch. */
  int steps(int epoch);

  /** The batch of a step; valid until the next one is asked for. */
  TrainingBatch batch(int epoch, int step);

  /** Where neighbourhoods are drawn. */
  default SamplingPlace place() {
    return SamplingPlace.NONE;
  }

  /** Bytes held on the device for batches. */
  default long heldBytes() {
    return 0;
  }

  @Override
  void close();
}
