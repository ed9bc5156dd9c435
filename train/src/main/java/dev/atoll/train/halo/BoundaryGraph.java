package dev.atoll.train.halo;

import dev.atoll.comm.Communicator;

/** A worker's shard as boundary samplers see it: core rows, then halo rows by owner. */
public interface BoundaryGraph {
  /** The rows that workers read of each other. */
  HaloPlan halo();

  Communicator workers();

  /** The number of core rows. */
  int core();

  /** The nodes of core and halo rows, in the dataset's own numbers. */
  long[] ids();

  /** The offset of every core row's first in-edge; rows + 1 entries. */
  long[] edgeStart();

  /** The source row of every edge. */
  int[] edgeSource();
}
