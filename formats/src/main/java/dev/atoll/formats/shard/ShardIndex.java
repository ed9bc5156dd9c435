package dev.atoll.formats.shard;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.atoll.graph.partition.shard.Topology;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code shards.json}.
 *
 * @param firstNodes the first node of every part, followed by the number of nodes
 * @param partEdges edges into core nodes, by part
 * @param haloNodes nodes of other parts that core nodes read, by part
 * @param origin description of the origin of the parts
 * @param digests SHA-256 by file name
 * @param nodes the node data in the folder; null if it has edges only
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ShardIndex(
    int version,
    Topology topology,
    long edges,
    List<Long> firstNodes,
    List<Long> partEdges,
    List<Long> haloNodes,
    Map<String, String> origin,
    Map<String, String> digests,
    NodeIndex nodes) {
  static final String FILE = "shards.json";
  static final String ORIGINAL_IDS = "original-ids.npy";
  static final int VERSION = 1;

  ShardIndex {
    if (version == VERSION) {
      require("topology", topology);
      require("firstNodes", firstNodes);
      require("partEdges", partEdges);
      require("haloNodes", haloNodes);
      require("origin", origin);
      require("digests", digests);
    }
    if (version == VERSION
        && (firstNodes.size() != partEdges.size() + 1 || haloNodes.size() != partEdges.size())) {
      throw new IllegalArgumentException(
          "%d ranges, %d counts of edges and %d of halo nodes; expected one of each per part"
              .formatted(firstNodes.size() - 1, partEdges.size(), haloNodes.size()));
    }
  }

  private static void require(String name, Object value) {
    if (value == null) {
      throw new IllegalArgumentException("no " + name);
    }
  }

  static String rowStarts(Topology topology, int part) {
    return prefix(topology, part) + "indptr.npy";
  }

  static String neighbors(Topology topology, int part) {
    return prefix(topology, part) + "indices.npy";
  }

  /** Edge weights; a folder of a graph without them has no such file. */
  static String weights(Topology topology, int part) {
    return prefix(topology, part) + "weights.npy";
  }

  static String halo(int part) {
    return "part-" + part + "-halo.npy";
  }

  private static String prefix(Topology topology, int part) {
    return topology == Topology.PARTITIONED ? "part-" + part + "-" : "";
  }
}
