package dev.atoll.graph.sample.layerwise;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.memory.HashIds;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Samples nodes for whole layers, not neighbours for each target: FastGCN and LADIES.
 *
 * <p>Candidates are the neighbours of all targets. Each is kept with probability π(u) = min(1,
 * c·w(u)), where w is its {@link LayerImportance} and c makes π sum to the layer's size. Candidates
 * are kept independently, by their numbers in the dataset, so that π is met exactly and every
 * worker makes the same decision. A layer thus has its size on average, not always. Neighbours that
 * are also targets are always kept and not counted, as they are read anyway.
 *
 * <p>A block has the edges from targets and kept candidates. The correction of an edge is 1/π(u),
 * which makes sums unbiased; if normalised, the corrections of a target are scaled to sum to its
 * degree, as LADIES does: means then have weights that sum to 1, little variance, and a bias that
 * vanishes with growing layers.
 *
 * <p>With {@link LayerDraws#FIXED} a layer is drawn by LADIES' Algorithm 1: its targets are
 * candidates as well, weighed including a self-loop; exactly its size is drawn, without repetition,
 * and every edge is corrected by 1/p(u), p being w divided by its sum.
 */
public final class LayerwiseSampler implements Sampler {
  private final NeighborSource source;
  private final LayerSizes sizes;
  private final List<LayerImportance> importance;
  private final boolean normalized;
  private final IntUnaryOperator datasetId;
  private final LayerDraws draws;

  private final HashIds ids = new HashIds();
  private final NeighborPicks all = new NeighborPicks();
  private final Candidates candidates = new Candidates();

  /** An element per edge of {@link #all}: the source's index among targets and candidates. */
  private final GrowingBuffer places = new GrowingBuffer();

  /**
   * A sampler by any importance.
   *
   * @param normalized whether corrections of a target sum to its degree
   * @param datasetId the number a node has in the dataset
   */
  public LayerwiseSampler(
      NeighborSource source,
      LayerSizes sizes,
      LayerImportance importance,
      boolean normalized,
      IntUnaryOperator datasetId) {
    this(
        source,
        sizes,
        Collections.nCopies(sizes.layers(), importance),
        normalized,
        datasetId,
        LayerDraws.POISSON);
  }

  /**
   * A sampler by an importance per layer, the output layer first.
   *
   * @param normalized whether corrections of a target sum to its degree
   * @param datasetId the number a node has in the dataset
   */
  public LayerwiseSampler(
      NeighborSource source,
      LayerSizes sizes,
      List<LayerImportance> importance,
      boolean normalized,
      IntUnaryOperator datasetId,
      LayerDraws draws) {
    if (importance.size() != sizes.layers()) {
      throw new IllegalArgumentException(
          "%d importances for %d layers: expected one per layer"
              .formatted(importance.size(), sizes.layers()));
    }
    for (int size : sizes.perLayer()) {
      if (size > source.nodeCount()) {
        throw new IllegalArgumentException(
            "layer size %d: expected at most the %d nodes there are"
                .formatted(size, source.nodeCount()));
      }
    }
    this.source = source;
    this.sizes = sizes;
    this.importance = List.copyOf(importance);
    this.normalized = normalized;
    this.datasetId = datasetId;
    this.draws = draws;
  }

  /** FastGCN: fixed importance, unbiased sums; nodes have the dataset's numbers. */
  public static LayerwiseSampler fastGcn(
      NeighborSource source, LayerSizes sizes, FastGcnImportance importance) {
    return new LayerwiseSampler(source, sizes, importance, false, IntUnaryOperator.identity());
  }

  /** LADIES: importance for the layer's targets, normalised; nodes have the dataset's numbers. */
  public static LayerwiseSampler ladies(NeighborSource source, LayerSizes sizes) {
    return new LayerwiseSampler(
        source, sizes, new LadiesImportance(), true, IntUnaryOperator.identity());
  }

  @Override
  public int layers() {
    return sizes.layers();
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    Seeds.list(seeds, from, to, source.nodeCount(), ids, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    int targets = into.drawnNodes();
    RandomKey layerKey = key.child(layer);
    source.pick(into.nodes(targets), targets, Fanouts.ALL, layerKey, all);
    gather(importance.get(layer), targets, into.nodesAddress());
    switch (draws) {
      case POISSON -> candidates.choose(sizes.at(layer), layerKey, datasetId);
      case FIXED -> candidates.drawFixed(sizes.at(layer), targets, layerKey, datasetId);
    }
    int sources = targets + candidates.kept();
    into.reserveNodes(targets, sources);
    candidates.listKept(into.nodesAddress(), targets);
    fill(into.block(layer).picks(), targets);
    into.setNodeCount(layer, sources);
  }

  @Override
  public void end(SampledBatch into) {
    into.fillDegrees(source);
  }

  /** Lists candidates in the order in which edges name them, with their weights. */
  private void gather(LayerImportance weights, int targets, long nodes) {
    long edges = all.edgeCount();
    ids.begin(targets + edges);
    for (int i = 0; i < targets; i++) {
      ids.placeOf(RawMemory.intAt(nodes, i));
    }
    int first = firstCandidate(targets);
    candidates.begin(targets - first + edges);
    for (int row = first; row < targets; row++) {
      int node = RawMemory.intAt(nodes, row);
      candidates.add(row, node, weights.ofEdge(node, all.degree(row)), false);
    }
    long place = places.reserve(edges * Integer.BYTES);
    for (int row = 0; row < targets; row++) {
      int degree = all.degree(row);
      for (long edge = all.rowStart(row); edge < all.rowStart(row + 1); edge++) {
        int node = all.neighbor(edge);
        int at = ids.placeOf(node);
        RawMemory.setInt(place, edge, at);
        if (at >= first) {
          candidates.add(at - first, node, weights.ofEdge(node, degree), weights.addsUp());
        }
      }
    }
  }

  /** The index of the first candidate: behind the targets, unless they are candidates as well. */
  private int firstCandidate(int targets) {
    return draws == LayerDraws.FIXED ? 0 : targets;
  }

  /** Writes the edges whose source is kept. */
  private void fill(NeighborPicks into, int targets) {
    int first = firstCandidate(targets);
    into.begin(targets, all.edgeCount(), true);
    for (int row = 0; row < targets; row++) {
      double sum = 0;
      for (long edge = all.rowStart(row); edge < all.rowStart(row + 1); edge++) {
        int place = RawMemory.intAt(places.address(), edge);
        int column = place < targets ? place : candidates.place(place - first, targets);
        if (column >= 0) {
          float correction = place < first ? 1 : candidates.correction(place - first);
          into.add(column, correction);
          sum += correction;
        }
      }
      if (normalized) {
        into.scaleCorrections((all.rowStart(row + 1) - all.rowStart(row)) / sum);
      }
      into.endRow(all.degree(row));
    }
  }

  @Override
  public long heldBytes() {
    return ids.heldBytes() + all.heldBytes() + places.heldBytes() + candidates.heldBytes();
  }

  @Override
  public void close() {
    ids.close();
    all.close();
    places.close();
    candidates.close();
  }
}
