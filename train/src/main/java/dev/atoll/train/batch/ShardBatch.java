package dev.atoll.train.batch;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.exchange.HaloExchange;
import dev.atoll.train.feature.FeatureStore;
import dev.atoll.train.feature.SparseEmbeddings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;

/**
 * A shard as a batch: its core nodes are the targets of every layer, those and the halo its
 * sources. Before each layer but the first, halo rows come from their owners.
 */
public final class ShardBatch implements Batch {
  private final HaloExchange exchange;
  private final Matrix input;
  private final Optional<SparseEmbeddings> embeddings;
  private final MemorySegment nodes;
  private final Buffer rowIds;
  private final DeviceBlock block;
  private final long[] ids;
  private final int[] degrees;

  /**
   * Reads the features of core and halo nodes. All workers open theirs together.
   *
   * @param originalIds for every node after partitioning its number in the dataset, int32
   * @param embeddings learnable rows that stand beside the features
   */
  public ShardBatch(
      DeviceMemory memory,
      Shard shard,
      MemorySegment originalIds,
      FeatureStore store,
      Optional<SparseEmbeddings> embeddings,
      HaloExchange exchange,
      Set<EdgeNorm> norms) {
    this.exchange = exchange;
    this.embeddings = embeddings;
    try (Arena passing = Arena.ofShared()) {
      int rows = shard.coreCount() + shard.haloCount();
      this.degrees = new int[rows];
      var graph = new ShardGraph(shard, originalIds, degrees, passing);
      int width = store.width();
      this.input = memory.matrix(rows, width + embeddings.map(SparseEmbeddings::width).orElse(0));
      this.nodes = MemorySegment.ofArray(new int[rows]);
      MemorySegment names = passing.allocate(JAVA_LONG, Math.max(1, rows));
      this.ids = new long[shard.coreCount()];
      for (int row = 0; row < rows; row++) {
        nodes.setAtIndex(JAVA_INT, row, graph.node(row));
        names.setAtIndex(JAVA_LONG, row, graph.id(row));
        if (row < ids.length) {
          ids[row] = graph.id(row);
        }
      }
      store.gather(nodes, rows, input.columnsView(0, width), degrees);
      var features =
          embeddings.isPresent() ? DeviceFeatures.CHANGING : new DeviceFeatures(input, null, null);
      this.rowIds = memory.buffer(DType.I64, names.asSlice(0, (long) rows * Long.BYTES));
      this.block = new WholeGraph(memory, graph, features).block(shard.coreCount(), rows, norms);
    }
  }

  /** The core nodes, in the dataset's own numbers. */
  public long[] ids() {
    return ids;
  }

  /** In-degrees of core and halo nodes in the whole graph, themselves counted as neighbours. */
  int[] degrees() {
    return degrees;
  }

  @Override
  public Var input(Tape tape) {
    embeddings.ifPresent(this::pull);
    return tape.constant(input);
  }

  /** Learnable rows as all workers' steps have left them. */
  private void pull(SparseEmbeddings rows) {
    rows.settle();
    rows.pull(nodes, input.rows(), input.columnsView(input.cols() - rows.width(), input.cols()));
  }

  @Override
  public DeviceBlock block(int layer) {
    return block;
  }

  @Override
  public Var lift(int layer, Var rows) {
    return layer == 0 ? rows : exchange.lift(layer, rows);
  }

  @Override
  public Buffer rowIds() {
    return rowIds;
  }

  @Override
  public Buffer inputCellIds() {
    return null;
  }

  @Override
  public int targetCount() {
    return block.targetCount();
  }
}
