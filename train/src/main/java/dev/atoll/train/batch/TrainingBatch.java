package dev.atoll.train.batch;

/** What one step trains on. */
public interface TrainingBatch extends Batch {
  /** What training makes small for the targets of this batch. */
  Objective objective();
}
