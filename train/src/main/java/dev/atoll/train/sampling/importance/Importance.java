package dev.atoll.train.sampling.importance;

/** The importance of remote nodes and feature columns to a worker, as measured at some step. */
public interface Importance {
  /** The weight of a remote node, by its index in the halo; positive and finite. */
  float node(int place);

  /** The weight of every column, 0 or more. */
  float[] columns();
}
