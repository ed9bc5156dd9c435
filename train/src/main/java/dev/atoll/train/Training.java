package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.order.HopOrder;
import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.FullGraphBatches;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
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
  /** Rows of so few nodes fit into a core's cache in any order. */
  private static final int SMALL_GRAPH = 4096;

  private final TrainingPlan plan;
  private final Backend backend;
  private final DeviceMemory memory;
  private final Workspace workspace;
  private final FullGraphBatches batches;
  private final Model model;
  private final Objective objective;
  private final Scorer scorer;
  private final int classes;
  private final int trainNodes;

  private Training(Dataset dataset, Backend backend, DeviceMemory memory, TrainingPlan plan) {
    this.plan = plan;
    this.backend = backend;
    this.memory = memory;
    this.workspace = backend.newWorkspace();
    Features features = expect(dataset.features(), dataset, "features");
    Labels labels = expect(dataset.labels(), dataset, "labels");
    Split split = dataset.split(plan.split());
    long[] train = trainNodes(dataset, labels, split);
    this.classes = labels.classes();
    this.trainNodes = train.length;
    RandomKey root = RandomKey.ofSeed(plan.seed());
    this.model =
        Model.create(
            plan.model(),
            features.width(),
            classes,
            new ParameterFactory(memory, root.child("parameters")));
    int layers = plan.model().layers();
    this.batches =
        new FullGraphBatches(
            memory,
            dataset.graph(),
            features,
            plan.scaling(),
            rowOrder(dataset.graph(), train),
            layers,
            model.norms(),
            backend.parallelism());
    this.objective = objective(labels);
    this.scorer = new Scorer(dataset, split, batches.ids());
  }

  /** Takes the data to the device and makes a new model there. */
  public static Training open(Dataset dataset, Backend backend, TrainingPlan plan) {
    var memory = new DeviceMemory(backend);
    try {
      return new Training(dataset, backend, memory, plan);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  private static <T> T expect(Optional<T> part, Dataset dataset, String name) {
    return part.orElseThrow(
        () ->
            new BadDataException(
                "dataset %s has no %s, which training needs".formatted(dataset.name(), name)));
  }

  private static long[] trainNodes(Dataset dataset, Labels labels, Split split) {
    long[] nodes = split.nodes(Split.TRAIN);
    if (labels instanceof Labels.Single single) {
      nodes = Arrays.stream(nodes).filter(v -> single.of(v) >= 0).toArray();
    }
    if (nodes.length == 0) {
      throw new BadDataException(
          "dataset %s: split '%s' has no labelled training node; choose another with --set split=NAME (there are %s)"
              .formatted(
                  dataset.name(), split.name(), String.join(", ", dataset.splits().keySet())));
    }
    return nodes;
  }

  /** Training nodes first, then by hops, and near each other what shares neighbours. */
  private HopOrder rowOrder(CsrGraph graph, long[] train) {
    int nodes = Math.toIntExact(graph.nodeCount());
    int threads = backend.parallelism();
    Ordering near =
        plan.reorder() && nodes > SMALL_GRAPH
            ? LocalityOrder.DEFAULT.of(graph, threads)
            : Ordering.identity(nodes);
    return HopOrder.of(graph, train, plan.model().layers(), near, threads);
  }

  /** The labels of the training nodes, which are the first rows. */
  private Objective objective(Labels labels) {
    try (Arena scratch = Arena.ofConfined()) {
      switch (labels) {
        case Labels.Single single -> {
          MemorySegment cells = scratch.allocate(JAVA_INT, trainNodes);
          for (int row = 0; row < trainNodes; row++) {
            cells.setAtIndex(JAVA_INT, row, single.of(batches.ids()[row]));
          }
          return new Objective.OneLabel(memory.buffer(DType.I32, cells), 1f / trainNodes);
        }
        case Labels.Multi multi -> {
          MemorySegment cells = scratch.allocate(JAVA_FLOAT, (long) trainNodes * classes);
          for (int row = 0; row < trainNodes; row++) {
            for (int c = 0; c < classes; c++) {
              cells.setAtIndex(
                  JAVA_FLOAT, (long) row * classes + c, multi.has(batches.ids()[row], c) ? 1 : 0);
            }
          }
          Matrix targets = memory.matrix(trainNodes, classes);
          backend.upload(cells, targets);
          return new Objective.ManyLabels(targets, 1f / ((float) trainNodes * classes));
        }
      }
    }
  }

  public Model model() {
    return model;
  }

  /** Trains, and leaves the model as it was at its best on the validation nodes. */
  public TrainingResult run(TrainEvent.Listener listener) {
    var optimizer = new Optimizer(plan.optimizer(), model.parameters(), memory);
    RandomKey steps = RandomKey.ofSeed(plan.seed()).child("steps");
    var trainer = new Trainer(model, batches, objective, optimizer, backend, workspace, steps);
    long cells =
        model.parameters().stream()
            .mapToLong(p -> (long) p.value().rows() * p.value().cols())
            .sum();
    takeLargestFirst();
    listener.on(new TrainEvent.Started(plan.epochs(), trainNodes, cells, memory.heldBytes()));
    var course = new TrainingCourse(plan, new BestWeights(model.parameters(), memory));
    for (int epoch = 0; epoch < plan.epochs() && !course.isExhausted(epoch); epoch++) {
      var watch = Stopwatch.start();
      double loss = trainer.epoch(epoch);
      backend.synchronize();
      watch.stop();
      boolean due = (epoch + 1) % plan.evaluateEvery() == 0 || epoch == plan.epochs() - 1;
      Optional<Evaluation> evaluation = due ? Optional.of(evaluate()) : Optional.empty();
      var finished =
          new TrainEvent.EpochFinished(
              epoch, loss, watch.seconds(), watch.cpuSeconds(), evaluation);
      course.add(finished);
      listener.on(finished);
    }
    return course.finish(
        () -> Weights.sha256(model.parameters(), backend),
        heldBytes(),
        memory.neededBytes() + workspace.neededBytes());
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
      return scorer.score(download(infer(), scratch));
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
    return inDatasetOrder(model.embed(tape, batches.whole(), Pass.INFERENCE), into);
  }

  private Var infer() {
    workspace.reset();
    return model.forward(
        Tape.inference(backend.kernels(), workspace), batches.whole(), Pass.INFERENCE);
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
        MemorySegment.copy(cells, row * rowBytes, ordered, batches.ids()[row] * rowBytes, rowBytes);
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
    return memory.heldBytes() + workspace.heldBytes();
  }

  @Override
  public void close() {
    workspace.close();
    batches.close();
  }
}
