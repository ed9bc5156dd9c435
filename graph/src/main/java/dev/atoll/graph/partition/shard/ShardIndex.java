package dev.atoll.graph.partition.shard;

import java.util.List;
import java.util.Map;

/**
 * What {@code shards.json} holds.
 *
 * @param firstNodes of every part, and the number of nodes at the end
 * @param digests SHA-256 by file name
 */
record ShardIndex(
    int version,
    Topology topology,
    long edges,
    List<Long> firstNodes,
    Map<String, String> digests) {
  static final String FILE = "shards.json";
  static final String ORIGINAL_IDS = "original-ids.npy";
  static final int VERSION = 1;

  static String rowStarts(Topology topology, int part) {
    return prefix(topology, part) + "indptr.npy";
  }

  static String neighbors(Topology topology, int part) {
    return prefix(topology, part) + "indices.npy";
  }

  static String halo(int part) {
    return "part-" + part + "-halo.npy";
  }

  private static String prefix(Topology topology, int part) {
    return topology == Topology.PARTITIONED ? "part-" + part + "-" : "";
  }
}
