package dev.atoll.train.batch;

/** The batches of a run. */
public interface BatchSource extends AutoCloseable {
  /** Steps in an epoch. */
  int steps(int epoch);

  Batch batch(int epoch, int step);

  @Override
  void close();
}
