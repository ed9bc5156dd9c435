package dev.atoll.train.loop;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.wording.Choice;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.checkpoint.Checkpoint;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.checkpoint.WorkerFiles;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.cost.ResidentMemory;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.gradient.GradientSync;
import dev.atoll.train.gradient.ParameterOptimizer;
import dev.atoll.train.inference.Inference;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.embedding.EmbeddingTable;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.Safetensors.Tensor;
import dev.atoll.train.weights.TensorDigest;
import dev.atoll.train.weights.Weights;
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
 *     var training = Training.open(cora, cpu, TrainingPlan.of(ModelSpec.gcn()))) {
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
  private final Model model;
  private final List<Parameter> parameters;
  private final Team team;
  private final Workload work;
  private final Inference inference;
  private final WorkerRecords records;
  private final Resources opened;
  private final Optional<ResidentMemory> resident;
  private boolean hasRun;

  /** Set by {@link #run}. */
  private Optional<GradientSync> synchronised = Optional.empty();

  /** The learnt rows of all nodes after a run, on the first worker; empty elsewhere. */
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
    this.resident =
        team.isFirstOfProcess()
            ? Optional.of(opened.add(ResidentMemory.watched()))
            : Optional.empty();
    this.memory = opened.add(new DeviceMemory(backend));
    this.team = team;
    var parameters =
        new ParameterFactory(memory, RandomKey.ofSeed(plan.seed()).child("parameters"));
    ObjectiveWork objective = ObjectiveWork.of(data, plan, parameters, backend);
    this.model =
        Model.create(
            plan.model(), RequiredData.inputWidth(data, plan), objective.outputs(), parameters);
    this.parameters = List.copyOf(objective.with(model.parameters()));
    this.work = opened.add(team.workload(data, memory, plan, model, objective));
    this.workspace = opened.add(backend.newWorkspace());
    this.inference =
        new Inference(
            objective,
            team.evaluator(objective, work),
            work.outputs(),
            work.ids(),
            workspace,
            team.times(),
            new Resources());
    this.records = new WorkerRecords(team.workers());
  }

  /** Uploads the data to the device and creates a model there. */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan) {
    return open(dataset, backend, plan, Team.single(dataset, plan));
  }

  /**
   * Opens the training of one worker of a team, and uploads its share of the data.
   *
   * @param team closed with the training, or if opening fails
   */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan, Team team) {
    return open(WorkerData.of(dataset), backend, plan, team);
  }

  /** Opens the training of a worker that holds only its share of a graph. */
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
   * Trains, resuming from the last checkpoint if one exists. All workers find the same checkpoint;
   * the first worker writes the shared state, every worker its own.
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
        team.residentBytes(resident),
        work.batches().place(),
        bytesOnce);
  }

  private void requireBatches() {
    if (!(plan.objective() instanceof Objective.Node) && plan.sampled().isEmpty()) {
      throw new IllegalArgumentException(
          "link and edge objectives require mini-batch training: expected mode=sampled, as in "
              + Choice.RECIPE.text("distdgl"));
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

  /** A digest of everything learnt; learnable rows are gathered for it. */
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
        inference::evaluate,
        listener,
        checkpoints,
        companions,
        team.workers());
  }

  /**
   * Allocates the memory of evaluation before the first step. A full-graph evaluation uses all
   * rows, a training step a prefix of them, so training can reuse this memory, but not the reverse.
   */
  private void allocateLargestFirst() {
    if (plan.sampled().isEmpty()) {
      inference.prepare();
    }
  }

  /** Scores and predictions of the model as it is now. */
  public Inference inference() {
    return inference;
  }

  /** The current parameters, and on the first worker the learnt rows of all nodes. */
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
        + inference.heldBytes()
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
