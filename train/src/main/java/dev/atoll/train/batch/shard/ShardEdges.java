package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.full.WholeGraph;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The edges to rows of a shard on a device, as layers weigh them. Sums are made in two parts, over
 * core rows and over halo rows; maxima and attention look at both side by side.
 *
 * @param targets the core rows that have edges here: the first ones
 * @param core the core rows that are read: the first ones
 * @param halo the halo rows that are read
 * @param sums by norm
 * @param joined the other norms; null if there are no others
 */
record ShardEdges(
    int targets, int core, int halo, Map<EdgeNorm, SplitEdges> sums, DeviceBlock joined) {
  /**
   * Uploads all edges, for evaluation; no gradients go back through sums.
   *
   * @param degrees of core and halo rows in the whole graph, themselves counted as neighbours
   */
  static ShardEdges upload(
      DeviceMemory memory, ShardGraph graph, int[] degrees, Set<EdgeNorm> norms) {
    var sums = new EnumMap<EdgeNorm, SplitEdges>(EdgeNorm.class);
    for (EdgeNorm norm : norms) {
      if (norm.isSum()) {
        sums.put(norm, split(memory, graph, degrees, norm));
      }
    }
    Set<EdgeNorm> others = withoutSums(norms);
    int core = graph.core();
    DeviceBlock joined =
        others.isEmpty()
            ? null
            : new WholeGraph(memory, graph, DeviceFeatures.CHANGING)
                .block(core, graph.rows(), others);
    return new ShardEdges(core, core, graph.rows() - core, sums, joined);
  }

  /** The norms that are not sums. */
  static Set<EdgeNorm> withoutSums(Set<EdgeNorm> norms) {
    var others = EnumSet.copyOf(norms);
    others.removeIf(EdgeNorm::isSum);
    return others;
  }

  private static SplitEdges split(
      DeviceMemory memory, ShardGraph graph, int[] degrees, EdgeNorm norm) {
    ShardGraph.Split edges = graph.split(norm.selfLoops());
    int core = graph.core();
    int halo = graph.rows() - core;
    Buffer targetScale =
        memory.floats(
            norm.targetScales(core, row -> norm.selfLoops() ? degrees[row] : edges.degree(row)),
            core);
    Buffer coreScale = norm.scalesSources() ? targetScale : null;
    Buffer haloScale =
        norm.scalesSources()
            ? memory.floats(norm.sourceScales(halo, row -> degrees[core + row]), halo)
            : null;
    return new SplitEdges(
        SparseMatrix.forwardOnly(memory.csr(edges.core()).withScales(targetScale, coreScale)),
        SparseMatrix.forwardOnly(memory.csr(edges.halo()).withScales(targetScale, haloScale)));
  }

  long edgeCount(EdgeNorm norm) {
    SplitEdges split = sums.get(norm);
    return split == null ? joined.edgeCount(norm) : split.nonZeros();
  }
}
