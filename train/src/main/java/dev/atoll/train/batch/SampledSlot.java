package dev.atoll.train.batch;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.feature.Columns;
import dev.atoll.train.feature.FeatureStore;
import dev.atoll.train.feature.SparseEmbeddings;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Room for one sampled batch and for making it; used again for later steps. */
final class SampledSlot implements TrainingBatch, AutoCloseable {
  private final SampledWork work;
  private final Backend backend;
  private final Sampler sampler;
  private final FeatureStore store;
  private final SeedTask task;
  private final Workspace memory;
  private final SampledBatch sampled;
  private final SampledLinks links;
  private final List<DeviceBlock> blocks = new ArrayList<>();
  private int[] degrees = {};
  private long[] ids = {};
  private Matrix input;
  private Matrix inputGrad;
  private Buffer rowIds;
  private Objective objective;

  SampledSlot(SampledWork work, Backend backend) {
    this.work = work;
    this.backend = backend;
    this.sampler = work.sampler().get();
    this.store = work.store().get();
    this.task = work.task().get();
    this.memory = backend.newWorkspace();
    this.sampled = SampledBatch.ofLayers(sampler.layers());
    this.links = new SampledLinks(backend, memory);
  }

  /**
   * Makes the batch of {@code seeds[from] … seeds[to − 1]}.
   *
   * @param step counted from the beginning of the run
   */
  void prepare(long[] seeds, int from, int to, int batchNodes, RandomKey key, long step) {
    memory.reset();
    long begun = System.nanoTime();
    sampler.step(step);
    long[] wanted = task.nodes(seeds, from, to, key);
    sampler.sample(wanted, key, sampled);
    work.times().since(begun, Phase.SAMPLE);
    fetch(work.columns().apply(step));
    begun = System.nanoTime();
    toDevice(wanted.length, batchNodes);
    work.times().since(begun, Phase.SAMPLE);
  }

  private void fetch(Columns columns) {
    long begun = System.nanoTime();
    int nodes = sampled.nodeCount();
    if (degrees.length < nodes) {
      degrees = new int[nodes + nodes / 4];
      ids = new long[degrees.length];
    }
    allocateInput(nodes);
    boolean needsDegrees = work.norms().contains(EdgeNorm.SYMMETRIC);
    store.gather(sampled.nodes(), nodes, columns, featureColumns(), needsDegrees ? degrees : null);
    work.times().since(begun, Phase.FETCH);
  }

  private void allocateInput(int nodes) {
    int width = store.width() + work.embeddings().map(SparseEmbeddings::width).orElse(0);
    input = memory.matrix(nodes, width);
    inputGrad = work.embeddings().isPresent() ? memory.matrix(nodes, width) : null;
  }

  private Matrix featureColumns() {
    return input.columnsView(0, store.width());
  }

  /** The columns of learnable rows in the input or its gradient. */
  private Matrix embeddingColumns(Matrix of) {
    return of.columnsView(store.width(), of.cols());
  }

  /** Reads the learnable rows. They change with every step, so none can be read ahead. */
  void pullEmbeddings() {
    long begun = System.nanoTime();
    work.embeddings()
        .ifPresent(
            rows -> rows.pull(sampled.nodes(), sampled.nodeCount(), embeddingColumns(input)));
    work.times().since(begun, Phase.FETCH);
  }

  @Override
  public void pushGradients() {
    long begun = System.nanoTime();
    work.embeddings()
        .ifPresent(
            rows -> rows.push(sampled.nodes(), sampled.nodeCount(), embeddingColumns(inputGrad)));
    work.times().since(begun, Phase.REDUCE);
  }

  private void toDevice(int seedCount, int batchNodes) {
    int nodes = sampled.nodeCount();
    SampledLinks.lookUp(sampled.nodes(), nodes, work.originalIds(), ids);
    rowIds = memory.buffer(DType.I64, nodes);
    backend.upload(MemorySegment.ofArray(ids), rowIds);
    blocks.clear();
    int layers = sampled.layers();
    for (int layer = 0; layer < layers; layer++) {
      boolean turned = layer > 0 || work.gradientsReachInput();
      Neighborhood block = Neighborhood.of(sampled.block(layers - 1 - layer));
      blocks.add(
          links.upload(task.seen(block, sampled.nodes()), work.norms(), turned, degrees, ids));
    }
    long[] targets = Arrays.copyOf(ids, seedCount);
    objective = task.objective(targets, memory, batchNodes);
  }

  @Override
  public Var input(Tape tape) {
    return inputGrad == null
        ? tape.constant(input)
        : tape.use(new Parameter("input", input, inputGrad));
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
  public Buffer inputCellIds() {
    return null;
  }

  @Override
  public int targetCount() {
    return blocks.getLast().targetCount();
  }

  @Override
  public Var decode(Tape tape, Var rows) {
    return task.decode(tape, rows);
  }

  @Override
  public Objective objective() {
    return objective;
  }

  long heldBytes() {
    return memory.heldBytes();
  }

  @Override
  public void close() {
    sampler.close();
    sampled.close();
    memory.close();
  }
}
