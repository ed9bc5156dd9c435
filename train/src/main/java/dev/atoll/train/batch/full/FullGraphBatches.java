package dev.atoll.train.batch.full;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.HopOrder;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.DeviceFeatures;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.store.FeatureRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Full-graph training: one step an epoch, on all training nodes with all their neighbours. Rows are
 * ordered by how many hops they are from a training node, so that a layer computes just the rows
 * that the loss can see: the last one the training nodes, the one before their neighbours too, and
 * so on, each a prefix of the rows.
 */
public final class FullGraphBatches implements BatchSource {
  private final DeviceMemory memory;
  private final HopOrder order;
  private final long[] ids;
  private final Buffer rowIds;
  private final TrainingBatch training;
  private final Batch evaluationBatch;
  private boolean closed;

  /**
   * @param graph for evaluation
   * @param trainingGraph the same graph, or the subgraph that training may see
   * @param order the training nodes first, then other nodes by their distance, up to the number of
   *     layers
   * @param labels null if the batches are only for evaluation
   * @param norms the ways the layers weigh their edges
   * @param threads for the preparation on the host
   */
  public FullGraphBatches(
      DeviceMemory memory,
      CsrGraph graph,
      CsrGraph trainingGraph,
      FeatureRows features,
      HopOrder order,
      Optional<BatchLoss.Source> labels,
      int layers,
      Set<EdgeNorm> norms,
      int threads) {
    this.memory = memory;
    this.order = order;
    this.ids = ids(order);
    this.rowIds = upload(ids);
    var rows = DeviceFeatures.upload(memory, features, ids);
    try (var ordered = new OrderedGraph(graph, order.ordering(), threads);
        var seen =
            trainingGraph == graph
                ? null
                : new OrderedGraph(trainingGraph, order.ordering(), threads)) {
      var onDevice = new WholeGraph(memory, ordered, rows);
      var forTraining = seen == null ? onDevice : new WholeGraph(memory, seen, rows);
      long[] seeds = Arrays.copyOf(ids, order.within(0));
      this.training =
          new Training(
              training(forTraining, features, rows, layers, norms),
              labels
                  .map(source -> source.of(seeds, memory.workspace(), seeds.length))
                  .orElse(null));
      this.evaluationBatch =
          new Blocks(rows, repeated(onDevice.block(ids.length, ids.length, norms), layers));
    }
  }

  private static long[] ids(HopOrder order) {
    long[] ids = new long[order.ordering().nodeCount()];
    Arrays.setAll(ids, order.ordering()::oldOf);
    return ids;
  }

  private Buffer upload(long[] ids) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment elements = scratch.allocateFrom(JAVA_LONG, ids);
      return memory.buffer(DType.I64, elements);
    }
  }

  /**
   * Creates one block per layer, the input layer first, whose sources are the nodes within {@code
   * layers} hops.
   */
  private Blocks training(
      WholeGraph graph,
      FeatureRows features,
      DeviceFeatures rows,
      int layers,
      Set<EdgeNorm> norms) {
    var blocks = new ArrayList<DeviceBlock>();
    for (int layer = 0; layer < layers; layer++) {
      int targets = order.within(layers - 1 - layer);
      int sources = order.within(layers - layer);
      blocks.add(graph.block(targets, sources, norms));
    }
    int sources = blocks.getFirst().sourceCount();
    boolean prefixOfSparse = rows.sparse() != null && sources < ids.length;
    return new Blocks(
        prefixOfSparse
            ? DeviceFeatures.upload(memory, features, Arrays.copyOf(ids, sources))
            : rows,
        blocks);
  }

  private static List<DeviceBlock> repeated(DeviceBlock block, int times) {
    return Collections.nCopies(times, block);
  }

  /** The nodes of the rows: row i of every output belongs to node {@code ids()[i]}. */
  public long[] ids() {
    return ids;
  }

  @Override
  public int steps(int epoch) {
    return 1;
  }

  /** The training nodes as targets. */
  @Override
  public TrainingBatch batch(int epoch, int step) {
    BatchSource.requireStep(step, 1, closed);
    return training;
  }

  /** A batch with all nodes as targets, for evaluation. */
  public Batch evaluationBatch() {
    return evaluationBatch;
  }

  /** Ends the supply of batches; their rows are in memory that the caller owns. */
  @Override
  public void close() {
    closed = true;
  }

  private class Blocks implements Batch {
    private final DeviceFeatures features;
    private final List<DeviceBlock> blocks;

    Blocks(DeviceFeatures features, List<DeviceBlock> blocks) {
      this.features = features;
      this.blocks = blocks;
    }

    @Override
    public Var input(Tape tape) {
      return features.input(tape, blocks.getFirst().sourceCount());
    }

    @Override
    public DeviceBlock block(int layer) {
      return blocks.get(layer);
    }

    @Override
    public Buffer rowIds() {
      return rowIds;
    }

    @Override
    public int targetCount() {
      return blocks.getLast().targetCount();
    }
  }

  private final class Training extends Blocks implements TrainingBatch {
    private final BatchLoss objective;

    Training(Blocks blocks, BatchLoss objective) {
      super(blocks.features, blocks.blocks);
      this.objective = objective;
    }

    @Override
    public BatchLoss loss() {
      return objective;
    }
  }
}
