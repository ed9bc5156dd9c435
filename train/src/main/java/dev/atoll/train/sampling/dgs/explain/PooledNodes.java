package dev.atoll.train.sampling.dgs.explain;

/**
 * A worker's own nodes, pooled to a few groups by their predicted classes.
 *
 * @param groupOf by own node
 * @param share by group: its share of the nodes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PooledNodes(int[] groupOf, double[] share) {
  int groups() {
    return share.length;
  }

  /** The number of nodes in a group. */
  int[] sizes() {
    int[] sizes = new int[groups()];
    for (int group : groupOf) {
      sizes[group]++;
    }
    return sizes;
  }
}
