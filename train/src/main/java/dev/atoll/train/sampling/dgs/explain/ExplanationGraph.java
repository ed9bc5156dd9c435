package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.full.WholeGraph;
import dev.atoll.train.batch.shard.ShardGraph;
import dev.atoll.train.store.FeatureStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * The explanation graph of a worker (DGS, section III-B), which needs no remote data: its own nodes
 * are contracted to one node v_G with an edge to every remote neighbour and to itself.
 */
public final class ExplanationGraph {
  private final Batch local;
  private final StarBatch star;

  private ExplanationGraph(Batch local, StarBatch star) {
    this.local = local;
    this.star = star;
  }

  /**
   * Reads the features of core and halo nodes.
   *
   * @param memory of the host
   * @param layers of the model
   * @param norms the norms of their edges
   */
  public static ExplanationGraph of(
      DeviceMemory memory,
      Shard shard,
      MemorySegment originalIds,
      FeatureStore store,
      int layers,
      Set<EdgeNorm> norms) {
    if (norms.contains(EdgeNorm.NONE)) {
      throw new IllegalArgumentException(
          "model.aggregator: a maximum over neighbours cannot be explained; expected mean");
    }
    ExplanationRows rows = ExplanationRows.read(memory, shard, store);
    int core = shard.coreCount();
    try (Arena passing = Arena.ofShared()) {
      var graph = new ShardGraph(shard, originalIds, new int[core + shard.haloCount()], passing);
      var closed =
          new WholeGraph(memory, new ClosedShard(graph, core, passing), DeviceFeatures.CHANGING);
      int all = core + 1 + shard.haloCount();
      DeviceBlock hidden = layers > 1 ? closed.block(all, all, norms) : null;
      DeviceBlock last = closed.block(core, all, norms);
      var star = StarBatch.of(memory, rows, shard.haloCount(), layers, norms);
      return new ExplanationGraph(new Local(rows, hidden, last, layers), star);
    }
  }

  /** Core nodes as targets, with what is known here of their neighbourhoods. */
  public Batch local() {
    return local;
  }

  /** The explanation graph. */
  public StarBatch star() {
    return star;
  }

  private record Local(ExplanationRows rows, DeviceBlock hidden, DeviceBlock last, int layers)
      implements Batch {
    @Override
    public Var input(Tape tape) {
      return rows.all(tape);
    }

    @Override
    public DeviceBlock block(int layer) {
      return layer == layers - 1 ? last : hidden;
    }

    @Override
    public Buffer rowIds() {
      return null;
    }

    @Override
    public int targetCount() {
      return last.targetCount();
    }
  }
}
