package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.full.WholeGraph;
import dev.atoll.train.batch.shard.ShardGraph;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.store.FeatureStore;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * The explanation graph of a worker (DGS, section III-B), which needs no remote data but the
 * features of its remote neighbours.
 */
final class ExplanationGraph {
  private final DeviceMemory memory;
  private final ExplanationRows rows;
  private final Batch local;
  private final ContractedEdges contraction;
  private final int layers;
  private final EdgeNorm norm;

  /** Places of all remote nodes in the order in which they are dealt. */
  private final int[] order;

  private ExplanationGraph(
      DeviceMemory memory,
      ExplanationRows rows,
      Batch local,
      ContractedEdges contraction,
      int remote,
      int layers,
      EdgeNorm norm) {
    this.memory = memory;
    this.rows = rows;
    this.local = local;
    this.contraction = contraction;
    this.layers = layers;
    this.norm = norm;
    this.order =
        Arrays.stream(
                SeedPlan.shuffled(LongStream.range(0, remote).toArray(), 1, new RandomKey(0))
                    .seeds())
            .mapToInt(Math::toIntExact)
            .toArray();
  }

  /**
   * Reads the features of core and halo nodes.
   *
   * @param memory of the host
   * @param layers of the model
   * @param norms the norms of their edges
   */
  static ExplanationGraph of(
      DeviceMemory memory,
      Shard shard,
      NodeNumbering numbering,
      FeatureStore store,
      int layers,
      Set<EdgeNorm> norms) {
    if (norms.contains(EdgeNorm.NONE)) {
      throw new IllegalArgumentException(
          "model.aggregator: a maximum over neighbours cannot be explained; expected mean");
    }
    if (norms.contains(EdgeNorm.MEAN_WITH_SELF)) {
      throw new IllegalArgumentException(
          "model.diagonal: an enhanced diagonal cannot be explained; expected 0");
    }
    ExplanationRows rows = ExplanationRows.read(memory, shard, store);
    EdgeNorm norm = norms.iterator().next();
    int core = shard.coreCount();
    int all = core + shard.haloCount();
    try (Arena passing = Arena.ofShared()) {
      var graph = new ShardGraph(shard, numbering, new int[all], passing);
      var closed =
          new WholeGraph(memory, new DetachedShard(graph, core, passing), DeviceFeatures.CHANGING);
      DeviceBlock hidden = layers > 1 ? closed.block(all, all, norms) : null;
      DeviceBlock last = closed.block(core, all, norms);
      return new ExplanationGraph(
          memory,
          rows,
          new LayerBlocks<>(rows::all, hidden, last, layers),
          new ContractedEdges(graph, core, norm),
          shard.haloCount(),
          layers,
          norm);
    }
  }

  /** Core nodes as targets, with the known part of their neighbourhoods. */
  Batch local() {
    return local;
  }

  /**
   * The remote nodes of an explanation: all, or the next ones in turn.
   *
   * @return their indices in the halo
   */
  int[] portion(long explanation, int most) {
    if (most >= order.length) {
      int[] all = order.clone();
      Arrays.sort(all);
      return all;
    }
    int[] dealt = new int[most];
    for (int i = 0; i < most; i++) {
      dealt[i] = order[(int) ((explanation * most + i) % order.length)];
    }
    return dealt;
  }

  /**
   * The explanation graph of pooled own nodes and some remote ones.
   *
   * @param apart whether rows of remote nodes have their columns after those of own nodes, so that
   *     they are multiplied by other weights
   */
  ExplanationBatch star(PooledNodes pooled, boolean apart, int... dealt) {
    var held = new DeviceMemory(memory.backend());
    try {
      Function<Tape, Var> input = rows.star(pooled, dealt, apart ? rows.width() : 0, held);
      StarEdges edges = contraction.edges(pooled, dealt, order.length);
      return new ExplanationBatch(held, input, edges, pooled.groups(), dealt.length, layers, norm);
    } catch (RuntimeException | Error e) {
      held.close();
      throw e;
    }
  }

  /** Bytes that are held beside the memory of the host's device. */
  long heldBytes() {
    return contraction.heldBytes() + (long) Integer.BYTES * order.length;
  }
}
