package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.checkpoint.Checkpoint;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.checkpoint.WorkerFiles;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.Evaluation;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.NodeRows;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.gradient.GradientSync;
import dev.atoll.train.gradient.ParameterOptimizer;
import dev.atoll.train.metric.FiniteNumbers;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import dev.atoll.train.plan.FullGraphPlan;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.embedding.EmbeddingTable;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.Safetensors.Tensor;
import dev.atoll.train.weights.TensorDigest;
import dev.atoll.train.weights.Weights;
import dev.atoll.train.worker.EmbeddedFeatures;
import dev.atoll.train.worker.Resources;
import dev.atoll.train.worker.Team;
import dev.atoll.train.worker.Workload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The training of a model on a dataset, with its memory on a device: to be trained, scored, or
 * asked for predictions.
 *
 * <pre>{@code
 * try (var cora = DatasetCatalog.standard().open("cora");
 *     var cpu = CpuBackend.open(2);
 *     var training = Training.open(cora, cpu, TrainingPlan.of(ModelSpec.Kind.GCN))) {
 *   TrainingResult result = training.run(event -> {});
 * }
 * }</pre>
 */
public final class Training implements AutoCloseable {
  private final WorkerData data;
  private final TrainingPlan plan;
  private final Backend backend;
  private final DeviceMemory memory;
  private final Workspace workspace;
  private final ObjectiveWork objective;
  private final Model model;
  private final List<Parameter> parameters;
  private final Team team;
  private final Workload work;
  private final Evaluator evaluator;
  private final WorkerRecords records;
  private final Resources opened;
  private boolean hasRun;

  /** Of the run, once it has begun. */
  private Optional<GradientSync> synchronised = Optional.empty();

  /** The learnt rows of all nodes once a run is finished; none but on the first worker. */
  private Optional<MemorySegment> learntRows = Optional.empty();

  /**
   * @param opened collects resources; the caller closes them when this constructor fails
   */
  private Training(
      WorkerData data, Backend backend, TrainingPlan plan, Team team, Resources opened) {
    this.data = data;
    this.plan = plan;
    this.backend = backend;
    this.opened = opened;
    this.memory = opened.add(new DeviceMemory(backend));
    this.team = team;
    var parameters =
        new ParameterFactory(memory, RandomKey.ofSeed(plan.seed()).child("parameters"));
    this.objective = ObjectiveWork.of(data, plan, parameters, backend);
    this.model =
        Model.create(
            plan.model(), RequiredData.inputWidth(data, plan), objective.outputs(), parameters);
    this.parameters = List.copyOf(objective.with(model.parameters()));
    this.work = opened.add(team.workload(data, memory, plan, model, objective));
    this.workspace = opened.add(backend.newWorkspace());
    this.evaluator = team.evaluator(objective, work);
    this.records = new WorkerRecords(team.workers());
  }

  /** Uploads the data to the device and creates a model there. */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan) {
    return open(dataset, backend, plan, Team.single(dataset, plan));
  }

  /**
   * As one worker of a team: uploads its share of the data.
   *
   * @param team closed with the training, and also when it cannot be opened
   */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan, Team team) {
    return open(WorkerData.of(dataset), backend, plan, team);
  }

  /** The same with one worker's share of a graph. */
  public static Training open(WorkerData data, Backend backend, TrainingPlan plan, Team team) {
    var opened = new Resources();
    opened.add(team);
    try {
      return new Training(data, backend, plan, team, opened);
    } catch (RuntimeException | Error e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  /**
   * A model that was trained, with the weights it has learnt, on the whole graph: for evaluation or
   * prediction. However many workers have trained it, one is enough for that.
   */
  public static Training openTrained(
      Dataset dataset, Backend backend, TrainingPlan plan, Safetensors weights) {
    try (Arena passing = Arena.ofShared()) {
      Training training =
          plan.embeddings().isEmpty()
              ? open(
                  dataset,
                  backend,
                  plan.sampled().isEmpty() ? plan : plan.with(FullGraphPlan.EXACT))
              : open(
                  EmbeddedFeatures.of(
                      dataset, plan, weights.tensors().get(Weights.EMBEDDINGS), passing),
                  backend,
                  plan.onWholeGraph());
      return training.loaded(weights);
    }
  }

  /** With other weights; closed when they do not fit. */
  private Training loaded(Safetensors weights) {
    try {
      load(weights);
      return this;
    } catch (RuntimeException | Error e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  public Model model() {
    return model;
  }

  /**
   * Records the work of this worker's threads from now on; the end of the run is sent as {@link
   * TrainEvent.Recorded}. All workers do it, or none.
   */
  public void recordTimeline() {
    records.record(team.times());
  }

  /** Trains, and leaves the model as it was at its best on the validation nodes. */
  public TrainingResult run(TrainEvent.Listener listener) {
    return run(listener, Checkpoints.NONE);
  }

  /**
   * The same, going on from the last checkpoint where there is one. All workers find the same one;
   * the first of them writes it, each what is its own.
   */
  public TrainingResult run(TrainEvent.Listener listener, Checkpoints given) {
    requireBatches();
    requireFirstRun();
    Checkpoints checkpoints = given.withShards(team.shardsDigest());
    GradientSync gradients = opened.add(team.gradients(plan.sync(), parameters, backend));
    ParameterOptimizer optimizer =
        gradients.optimizer(
            (moved, of, squares) -> new Optimizer(plan.optimizer(), moved, of, squares),
            parameters,
            memory);
    Optional<EmbeddingTable> rows = work.embeddings().map(SparseEmbeddings::table);
    var history = new TrainingHistory(plan, new BestWeights(parameters, rows, memory));
    var state =
        new RunState(parameters, optimizer, gradients.everyoneHasMoments(), history, backend);
    synchronised = Optional.of(gradients);
    Companions companions = work.companions().with(new SyncCompanion(gradients));
    Optional<WorkerFiles> own = workerFiles(companions, checkpoints);
    try (Arena passing = Arena.ofShared()) {
      checkpoints.last(passing).ifPresent(saved -> restore(saved, state, own));
    }
    allocateLargestFirst();
    Map<Purpose, Long> bytesOnce = team.meter().bytesSoFar();
    listener.on(started(history));
    var trainer =
        new Trainer(
            model,
            work.batches(),
            optimizer,
            gradients,
            backend,
            workspace,
            RandomKey.ofSeed(plan.seed()).child("steps"),
            team.times());
    loop(trainer, companions, history, state, listener, checkpoints.writer(team, own)).run();
    companions.afterRun(team.workers()).forEach(listener::on);
    records.timelines().ifPresent(listener::on);
    return history.finish(
        this::weightsSha256,
        team.gather(heldBytes()),
        team.gather(memory.neededBytes() + workspace.neededBytes()),
        team.gather(cachedBytes()),
        work.batches().place(),
        bytesOnce);
  }

  private void requireBatches() {
    if (!(plan.objective() instanceof Objective.Node) && plan.sampled().isEmpty()) {
      throw new IllegalArgumentException(
          "tasks about pairs of nodes are trained in mini-batches: expected mode=sampled, as in"
              + " --recipe distdgl");
    }
  }

  /** A second run would begin with the weights of the first and take its memory once more. */
  private void requireFirstRun() {
    if (hasRun) {
      throw new IllegalStateException(
          "this training has run already: open another Training to train again");
    }
    hasRun = true;
  }

  private Optional<WorkerFiles> workerFiles(Companions companions, Checkpoints checkpoints) {
    return checkpoints
        .file()
        .filter(_ -> companions.haveState())
        .map(_ -> new WorkerFiles(checkpoints, team.workers(), companions));
  }

  private static void restore(Checkpoint saved, RunState state, Optional<WorkerFiles> own) {
    own.ifPresent(files -> files.read(saved.epoch(), saved.step()));
    state.restore(saved);
  }

  /** A digest of all that was learnt; workers with learnable rows gather those for it. */
  private String weightsSha256() {
    learntRows = work.embeddings().map(rows -> rows.gather(Arena.ofAuto()));
    try (Arena scratch = Arena.ofConfined()) {
      String own = TensorDigest.of("", weights(scratch).tensors());
      return work.embeddings().isPresent() ? team.valueOfLead(own) : own;
    }
  }

  private TrainEvent.Started started(TrainingHistory history) {
    long elements =
        parameters.stream().mapToLong(p -> (long) p.value().rows() * p.value().cols()).sum();
    long learnable =
        plan.embeddings().map(rows -> (long) data.nodeCount() * rows.width()).orElse(0L);
    return new TrainEvent.Started(
        plan.epochs().epochs(),
        work.trainNodes(),
        elements + learnable,
        memory.heldBytes(),
        history.epochs());
  }

  private TrainingLoop loop(
      Trainer trainer,
      Companions companions,
      TrainingHistory history,
      RunState state,
      TrainEvent.Listener listener,
      Checkpoints.Writer checkpoints) {
    return new TrainingLoop(
        plan,
        trainer,
        history,
        state,
        team.meter(),
        backend,
        this::evaluate,
        listener,
        checkpoints,
        companions,
        team.workers());
  }

  /**
   * Evaluation works on all rows, a training step on a prefix of them: memory allocated for the
   * first serves the second, but not the reverse.
   */
  private void allocateLargestFirst() {
    infer();
  }

  /** Scores the model with all neighbours of every node. */
  public Evaluation evaluate() {
    long begun = System.nanoTime();
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment outputs = download(infer(), scratch);
      FiniteNumbers.requireOutputs(outputs);
      return evaluator.score(outputs);
    } finally {
      team.times().note("evaluate", "evaluate", Timeline.NO_STEP, begun, System.nanoTime());
    }
  }

  /**
   * One row of logits per node of this worker, in the dataset's own order. All workers ask
   * together.
   */
  public NodeRows logits(Arena into) {
    return inDatasetOrder(infer(), into);
  }

  /**
   * The scores of node pairs by a trained model: one, or one for each relation.
   *
   * @param relations of the pairs; zeros where there is one kind
   */
  public float[] scores(int[] heads, int[] tails, int[] relations) {
    try (Arena scratch = Arena.ofShared()) {
      return objective.scores(logits(scratch), heads, tails, relations);
    }
  }

  /**
   * One row per node of this worker, in the dataset's own order: what the logits are made from, or
   * what pairs are scored by. All workers ask together.
   */
  public NodeRows embeddings(Arena into) {
    if (!(plan.objective() instanceof Objective.Node)) {
      return logits(into);
    }
    workspace.reset();
    var tape = Tape.inference(backend, workspace);
    return inDatasetOrder(model.embed(tape, work.evaluationBatch(), Pass.INFERENCE).inFull(), into);
  }

  private Var infer() {
    workspace.reset();
    return model.forward(
        Tape.inference(backend, workspace), work.evaluationBatch(), Pass.INFERENCE);
  }

  private MemorySegment download(Var rows, Arena into) {
    MemorySegment elements = into.allocate(JAVA_FLOAT, (long) rows.rows() * rows.cols());
    backend.download(rows.value(), elements);
    return elements;
  }

  private NodeRows inDatasetOrder(Var rows, Arena into) {
    try (Arena scratch = Arena.ofConfined()) {
      return NodeRows.ordered(download(rows, scratch), work.ids(), rows.cols(), into);
    }
  }

  /** The parameters as they are now, and on the first worker the rows that nodes have learnt. */
  public Safetensors weights(Arena into) {
    Safetensors weights = Weights.download(parameters, backend, into);
    learntRows
        .filter(elements -> elements.byteSize() > 0)
        .ifPresent(elements -> weights.tensors().put(Weights.EMBEDDINGS, rowsOfAll(elements)));
    return weights;
  }

  private Tensor rowsOfAll(MemorySegment elements) {
    int width = plan.embeddings().orElseThrow().width();
    return new Tensor((int) (elements.byteSize() / Float.BYTES / width), width, elements);
  }

  /** Replaces the parameters, and the learnable rows of this worker's nodes. */
  public void load(Safetensors weights) {
    Weights.upload(weights, parameters, backend);
    work.embeddings().ifPresent(rows -> rows.load(learnt(weights).elements()));
  }

  private Tensor learnt(Safetensors weights) {
    Tensor learnt = weights.tensors().get(Weights.EMBEDDINGS);
    int nodes = data.nodeCount();
    Weights.check(learnt, Weights.EMBEDDINGS, nodes, plan.embeddings().orElseThrow().width());
    return learnt;
  }

  /**
   * Bytes held for the job, on the device and on the host: data, parameters, optimizer,
   * activations, messages, arrays of sampling, residuals of codecs, caches, learnable rows,
   * explanations. The feature rows that a worker owns are not among them.
   */
  public long heldBytes() {
    return memory.heldBytes()
        + workspace.heldBytes()
        + work.batches().heldBytes()
        + work.companions().heldBytes()
        + synchronised.map(GradientSync::heldBytes).orElse(0L);
  }

  /** Bytes of cached rows of other workers. */
  public long cachedBytes() {
    return work.companions().cacheBytes();
  }

  @Override
  public void close() {
    opened.close();
  }
}
