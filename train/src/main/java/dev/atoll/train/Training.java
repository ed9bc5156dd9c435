package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.exchange.HaloExchange;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A dataset, a model and the memory they need on a device: to be trained, scored, or asked for
 * predictions.
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
  private final TrainingPlan plan;
  private final Backend backend;
  private final DeviceMemory memory;
  private final Workspace workspace;
  private final Model model;
  private final Team team;
  private final Workplace work;
  private final Judge judge;

  private Training(
      Dataset dataset, Backend backend, DeviceMemory memory, TrainingPlan plan, Team team) {
    this.plan = plan;
    this.backend = backend;
    this.memory = memory;
    this.workspace = backend.newWorkspace();
    this.team = team;
    this.model =
        Model.create(
            plan.model(),
            Needed.features(dataset).width(),
            Needed.labels(dataset).classes(),
            new ParameterFactory(memory, RandomKey.ofSeed(plan.seed()).child("parameters")));
    this.work = team.workplace(dataset, memory, plan, model);
    this.judge = team.judge(dataset, plan.split(), work.ids());
  }

  /** Takes the data to the device and makes a new model there. */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan) {
    return open(dataset, backend, plan, Team.alone());
  }

  /** As one worker of a team: takes its share of the data to the device. */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan, Team team) {
    var memory = new DeviceMemory(backend);
    try {
      return new Training(dataset, backend, memory, plan, team);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  public Model model() {
    return model;
  }

  /** Trains, and leaves the model as it was at its best on the validation nodes. */
  public TrainingResult run(TrainEvent.Listener listener) {
    return run(listener, Checkpoints.NONE);
  }

  /**
   * The same, going on from the last checkpoint where there is one. All workers find the same one;
   * the first of them writes.
   */
  public TrainingResult run(TrainEvent.Listener listener, Checkpoints checkpoints) {
    var optimizer = new Optimizer(plan.optimizer(), model.parameters(), memory);
    var course = new TrainingCourse(plan, new BestWeights(model.parameters(), memory));
    var state = new RunState(model.parameters(), optimizer, course, backend);
    Optional<WorkerMemories> memories = memories(checkpoints);
    try (Arena passing = Arena.ofShared()) {
      Optional<Checkpoint> last = checkpoints.last(passing);
      last.ifPresent(state::restore);
      last.ifPresent(saved -> memories.ifPresent(m -> m.restore(saved)));
    }
    takeLargestFirst();
    listener.on(started(course));
    boolean writes = team.isLead() || memories.isPresent();
    Checkpoints written = writes ? checkpoints : Checkpoints.NONE;
    loop(optimizer, course, state, listener, written.writer(memories)).run();
    memories.ifPresent(WorkerMemories::delete);
    return course.finish(
        () -> Weights.sha256(model.parameters(), backend),
        team.gather(heldBytes()),
        team.gather(memory.neededBytes() + workspace.neededBytes()),
        team.gather(work.batches().exchange().map(HaloExchange::cacheBytes).orElse(0L)));
  }

  private Optional<WorkerMemories> memories(Checkpoints checkpoints) {
    return work.batches()
        .exchange()
        .filter(HaloExchange::remembers)
        .flatMap(exchange -> checkpoints.file().map(f -> new WorkerMemories(team, exchange, f)));
  }

  private TrainEvent.Started started(TrainingCourse course) {
    long cells =
        model.parameters().stream()
            .mapToLong(p -> (long) p.value().rows() * p.value().cols())
            .sum();
    return new TrainEvent.Started(
        plan.epochs(), work.trainNodes(), cells, memory.heldBytes(), course.epochs());
  }

  private TrainingLoop loop(
      Optimizer optimizer,
      TrainingCourse course,
      RunState state,
      TrainEvent.Listener listener,
      Checkpoints.Writer checkpoints) {
    var trainer =
        new Trainer(
            model,
            work.batches(),
            optimizer,
            team.gradients(backend),
            backend,
            workspace,
            RandomKey.ofSeed(plan.seed()).child("steps"),
            team.times());
    return new TrainingLoop(
        plan, trainer, course, state, team.meter(), backend, this::evaluate, listener, checkpoints);
  }

  /**
   * Evaluation works on all rows, a training step on a prefix of them: memory taken for the one
   * serves the other, but not the other way round.
   */
  private void takeLargestFirst() {
    infer();
  }

  /** Scores the model with all neighbours of every node. */
  public Evaluation evaluate() {
    try (Arena scratch = Arena.ofConfined()) {
      return judge.score(download(infer(), scratch));
    }
  }

  /** One row of logits per node, in the dataset's own order. */
  public NodeRows logits(Arena into) {
    return inDatasetOrder(infer(), into);
  }

  /** One row per node that the logits are made from, in the dataset's own order. */
  public NodeRows embeddings(Arena into) {
    workspace.reset();
    var tape = Tape.inference(backend.kernels(), workspace);
    return inDatasetOrder(model.embed(tape, work.whole(), Pass.INFERENCE), into);
  }

  private Var infer() {
    workspace.reset();
    return model.forward(
        Tape.inference(backend.kernels(), workspace), work.whole(), Pass.INFERENCE);
  }

  private MemorySegment download(Var rows, Arena into) {
    MemorySegment cells = into.allocate(JAVA_FLOAT, (long) rows.rows() * rows.cols());
    backend.download(rows.value(), cells);
    return cells;
  }

  private NodeRows inDatasetOrder(Var rows, Arena into) {
    MemorySegment ordered = into.allocate(JAVA_FLOAT, (long) rows.rows() * rows.cols());
    long rowBytes = (long) rows.cols() * Float.BYTES;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment cells = download(rows, scratch);
      for (int row = 0; row < rows.rows(); row++) {
        MemorySegment.copy(cells, row * rowBytes, ordered, work.ids()[row] * rowBytes, rowBytes);
      }
    }
    return new NodeRows(rows.rows(), rows.cols(), ordered);
  }

  /** The parameters as they are now. */
  public Safetensors weights(Arena into) {
    return Weights.download(model.parameters(), backend, into);
  }

  /** Replaces the parameters. */
  public void load(Safetensors weights) {
    Weights.upload(weights, model.parameters(), backend);
  }

  /** Bytes held on the device: data, parameters, optimizer and activations. */
  public long heldBytes() {
    return memory.heldBytes() + workspace.heldBytes() + work.batches().heldBytes();
  }

  @Override
  public void close() {
    workspace.close();
    work.close();
    team.close();
  }
}
