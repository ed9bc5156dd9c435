package dev.atoll.train.halo;

import dev.atoll.comm.Communicator;

/** A worker's shard as boundary samplers see it: core rows, then halo rows by owner. */
public interface BoundaryGraph {
  /** The rows that workers read of each other. */
  HaloPlan halo();

  Communicator workers();

  /** How many core rows there are. */
  int core();

  /** The nodes of core and halo rows, in the dataset's own numbers. */
  long[] ids();

  /** Where the in-edges of a core row begin, rows + 1. */
  long[] edgeStart();

  /** By edge, the row of its source. */
  int[] edgeSource();
}
