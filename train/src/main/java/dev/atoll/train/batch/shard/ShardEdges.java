package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.full.WholeGraph;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.lang.foreign.Arena;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The edges of a shard's core rows on a device, as layers weigh them. Sums are made in two parts,
 * over core rows and over halo rows; maxima and attention look at both side by side.
 *
 * @param sums by norm
 * @param joined the other norms; null if there are no others
 */
record ShardEdges(int core, int halo, Map<EdgeNorm, SplitEdges> sums, DeviceBlock joined) {
  /**
   * @param degrees of core and halo rows in the whole graph, themselves counted as neighbours
   */
  static ShardEdges upload(
      DeviceMemory memory,
      ShardGraph graph,
      int[] degrees,
      Set<EdgeNorm> norms,
      GradientEdges gradients) {
    var sums = new EnumMap<EdgeNorm, SplitEdges>(EdgeNorm.class);
    var others = EnumSet.noneOf(EdgeNorm.class);
    for (EdgeNorm norm : norms) {
      if (norm.isSum()) {
        sums.put(norm, split(memory, graph, degrees, norm, gradients));
      } else {
        others.add(norm);
      }
    }
    int core = graph.core();
    DeviceBlock joined =
        others.isEmpty()
            ? null
            : new WholeGraph(memory, graph, DeviceFeatures.CHANGING)
                .block(core, graph.rows(), others);
    return new ShardEdges(core, graph.rows() - core, sums, joined);
  }

  private static SplitEdges split(
      DeviceMemory memory,
      ShardGraph graph,
      int[] degrees,
      EdgeNorm norm,
      GradientEdges gradients) {
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
        matrix(memory, edges.core(), gradients != GradientEdges.NONE, targetScale, coreScale),
        matrix(memory, edges.halo(), gradients == GradientEdges.ALL, targetScale, haloScale));
  }

  /** Both orders share their arrays where the pattern is symmetric. */
  private static SparseMatrix matrix(
      DeviceMemory memory,
      HostCsr host,
      boolean withTranspose,
      Buffer rowScale,
      Buffer columnScale) {
    Csr byRow = memory.csr(host);
    if (!withTranspose) {
      return SparseMatrix.forwardOnly(byRow.withScales(rowScale, columnScale));
    }
    try (Arena scratch = Arena.ofShared()) {
      HostCsr transposed = host.transposed(scratch).csr();
      Csr byColumn = host.samePattern(transposed) ? byRow : memory.csr(transposed);
      return new SparseMatrix(
          byRow.withScales(rowScale, columnScale),
          byColumn.withScales(columnScale, rowScale),
          null);
    }
  }

  long edgeCount(EdgeNorm norm) {
    SplitEdges split = sums.get(norm);
    return split == null ? joined.edgeCount(norm) : split.nonZeros();
  }
}
