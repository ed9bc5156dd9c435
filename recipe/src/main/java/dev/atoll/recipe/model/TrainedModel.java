package dev.atoll.recipe.model;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.tensor.Backend;
import dev.atoll.train.evaluate.NodeScores;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.inference.Inference;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.Decision;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A trained model on a graph: the training graph or any other, with or without labels. Features are
 * matched by name and scaled by the statistics of training.
 *
 * <pre>{@code
 * try (Dataset graph = DatasetFolder.open(Path.of("next-week"));
 *     Backend cpu = CpuBackend.open(2);
 *     Arena arena = Arena.ofShared();
 *     TrainedModel model = TrainedModel.open(Path.of("runs/fraud"), graph, cpu)) {
 *   NodeRows logits = model.inference().logits(arena);
 *   String predicted = model.predicted(logits, 7);
 * }
 * }</pre>
 */
public final class TrainedModel implements AutoCloseable {
  private static final String NODE = Keys.TASK.fallback();

  private final ModelInfo info;
  private final Dataset dataset;
  private final String split;
  private final boolean asTrained;
  private final List<String> remarks;
  private final Inference inference;
  private final Arena memory;

  private TrainedModel(
      ModelInfo info,
      Dataset dataset,
      String split,
      boolean asTrained,
      List<String> remarks,
      Inference inference,
      Arena memory) {
    this.info = info;
    this.dataset = dataset;
    this.split = split;
    this.asTrained = asTrained;
    this.remarks = List.copyOf(remarks);
    this.inference = inference;
    this.memory = memory;
  }

  /**
   * Applies a model to a dataset, which the caller closes after it.
   *
   * @param runOrModel the folder of a finished run, or a copy of its folder {@code model}
   * @throws BadDataException when there is no model, or the dataset does not fit it
   */
  public static TrainedModel open(Path runOrModel, Dataset dataset, Backend backend)
      throws IOException {
    ModelFolder folder =
        ModelFolder.find(runOrModel)
            .orElseThrow(
                () ->
                    BadDataException.at(
                        runOrModel,
                        "no model there; expected the folder of a finished run, or its folder"
                            + " model"));
    ModelInfo info = folder.info();
    return open(folder, info, settings(info, runOrModel.toString()), dataset, backend);
  }

  /**
   * Applies a model in memory to a dataset, which the caller closes after it.
   *
   * @throws BadDataException when the dataset does not fit the model
   */
  public static TrainedModel of(
      ModelInfo info, Safetensors weights, Dataset dataset, Backend backend) {
    return of(info, settings(info, "the model"), weights, dataset, backend);
  }

  private static Settings settings(ModelInfo info, String origin) {
    List<Assignment> settings = new ArrayList<>();
    info.settings().forEach((key, text) -> settings.add(new Assignment(key, text, origin)));
    return Settings.of(settings);
  }

  /**
   * Applies a model with other settings.
   *
   * @param settings of the run; the device may differ
   */
  public static TrainedModel open(
      ModelFolder folder, ModelInfo info, Settings settings, Dataset dataset, Backend backend)
      throws IOException {
    try (Arena passing = Arena.ofShared()) {
      return of(info, settings, folder.readWeights(passing), dataset, backend);
    }
  }

  private static TrainedModel of(
      ModelInfo info, Settings settings, Safetensors weights, Dataset dataset, Backend backend) {
    Arena memory = Arena.ofShared();
    try {
      TrainingPlan plan = Composition.plan(settings);
      List<String> remarks = new ArrayList<>();
      Dataset matched = withFeatures(info, dataset, memory, remarks);
      if (info.schema().mean() != null) {
        plan = plan.with(FeatureScaling.NONE);
      }
      boolean nodes = settings.get(Keys.TASK).equals(NODE);
      boolean asTrained = !nodes || fits(info, matched, plan.data().split());
      Dataset asked = asTrained ? matched : unlabelled(info, matched, plan.data().split(), memory);
      Inference inference = Inference.open(asked, backend, plan, weights);
      return new TrainedModel(
          info, matched, plan.data().split(), asTrained, remarks, inference, memory);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  /** The features in the model's columns, scaled as in training; adds remarks on their values. */
  private static Dataset withFeatures(
      ModelInfo info, Dataset dataset, Arena memory, List<String> remarks) {
    if (dataset.features().isEmpty() || info.schema().features() == 0) {
      return dataset;
    }
    Features features = dataset.features().get();
    if (!info.schema().columns().isEmpty() && !dataset.names().columns().isEmpty()) {
      if (!info.schema().columns().equals(dataset.names().columns())) {
        var match =
            new FeatureMatch(
                dataset.names().columns(), info.schema().columns(), "dataset " + dataset.name());
        features = match.of(features, memory);
        remarks.addAll(match.remarks());
      }
    } else if (features.width() != info.schema().features()) {
      throw new BadDataException(
          "dataset %s has %d columns of features, the model was trained with %d; import the table with --like and the run"
              .formatted(dataset.name(), features.width(), info.schema().features()));
    }
    if (info.schema().mean() != null) {
      features =
          new FeatureRows(features, info.schema().mean(), info.schema().inverseDeviation())
              .scaled(memory);
    }
    return features == dataset.features().get() ? dataset : dataset.with(features);
  }

  /** Whether the dataset has the labels and the split that the model was trained with. */
  private static boolean fits(ModelInfo info, Dataset dataset, String split) {
    Split roles = dataset.splits().get(split);
    return roles != null
        && roles.count(Split.TRAIN) > 0
        && dataset.labels().isPresent()
        && dataset.labels().get().classes() == info.schema().classes()
        && dataset.labels().get() instanceof Labels.Multi == info.schema().multiLabel()
        && dataset.names().classes().equals(info.schema().classNames())
        && hasLabelledTraining(dataset.labels().get(), roles);
  }

  private static boolean hasLabelledTraining(Labels labels, Split roles) {
    if (!(labels instanceof Labels.Single single)) {
      return true;
    }
    for (long node = 0; node < roles.rows(); node++) {
      if (roles.role(node) == Split.TRAIN && single.of(node) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * A copy without known labels; node 0 fills the training role, which a split must not leave
   * empty.
   */
  private static Dataset unlabelled(ModelInfo info, Dataset dataset, String split, Arena memory) {
    long nodes = dataset.graph().nodeCount();
    MemorySegment roles = memory.allocate(nodes);
    roles.fill((byte) Split.NONE);
    roles.set(JAVA_BYTE, 0, (byte) Split.TRAIN);
    int bytes = info.schema().multiLabel() ? info.schema().classes() : Integer.BYTES;
    MemorySegment none = memory.allocate(nodes * bytes);
    Labels labels =
        info.schema().multiLabel()
            ? new Labels.Multi(nodes, info.schema().classes(), none)
            : new Labels.Single(nodes, info.schema().classes(), none);
    return dataset.with(labels).withSplits(Map.of(split, new Split(split, nodes, roles)));
  }

  /** Scores and predictions of the model on the dataset. */
  public Inference inference() {
    return inference;
  }

  public ModelInfo info() {
    return info;
  }

  /** The dataset with features in the model's columns and scale. */
  public Dataset dataset() {
    return dataset;
  }

  /** Remarks on values of the dataset that the model was not trained with. */
  public List<String> remarks() {
    return remarks;
  }

  /** The names of the model's classes. */
  public DatasetNames names() {
    return info.schema().names();
  }

  /**
   * Scores the model. On a graph without the split all labelled nodes are test nodes; classes are
   * matched by name.
   */
  public Evaluation evaluate() {
    if (asTrained) {
      return inference.evaluate();
    }
    Labels labels =
        dataset
            .labels()
            .orElseThrow(
                () ->
                    new BadDataException(
                        "dataset %s has no labels to score against; 'atoll predict' needs none"
                            .formatted(dataset.name())));
    try (Arena scratch = Arena.ofShared()) {
      Dataset known = dataset.with(matched(labels, scratch));
      Split roles = dataset.splits().isEmpty() ? allTested(scratch) : dataset.split(split);
      NodeRows logits = inference.logits(scratch);
      return NodeScores.of(known, roles, logits);
    }
  }

  private Split allTested(Arena scratch) {
    MemorySegment roles = scratch.allocate(dataset.graph().nodeCount());
    roles.fill((byte) Split.TEST);
    return new Split("all nodes", dataset.graph().nodeCount(), roles);
  }

  /** The labels, renumbered to the model's classes. */
  private Labels matched(Labels labels, Arena scratch) {
    if (!(labels instanceof Labels.Single single) || info.schema().multiLabel()) {
      if (labels instanceof Labels.Multi == info.schema().multiLabel()
          && labels.classes() == info.schema().classes()) {
        return labels;
      }
      throw new BadDataException(
          "labels of dataset %s are of another kind than those the model was trained with"
              .formatted(dataset.name()));
    }
    boolean named = !info.schema().classNames().isEmpty() && !dataset.names().classes().isEmpty();
    int[] numbers = new int[single.classes()];
    for (int number = 0; number < numbers.length; number++) {
      String name = dataset.names().ofClass(number);
      numbers[number] = named ? info.schema().classNames().indexOf(name) : number;
      if (numbers[number] < 0 || numbers[number] >= info.schema().classes()) {
        throw new BadDataException(
            "dataset %s has the class '%s', which the model does not know; its classes are %s"
                .formatted(dataset.name(), name, names().ofClasses(info.schema().classes())));
      }
    }
    MemorySegment data = scratch.allocate(single.rows() * Integer.BYTES);
    for (long node = 0; node < single.rows(); node++) {
      int label = single.of(node);
      data.set(JAVA_INT_UNALIGNED, node * Integer.BYTES, label < 0 ? -1 : numbers[label]);
    }
    return new Labels.Single(single.rows(), info.schema().classes(), data);
  }

  /**
   * Scores of every class on the nodes of a role, or on all labelled nodes, as test nodes, if there
   * is no split; empty for tasks and labels without classes.
   */
  public Optional<ClassReport> report(int role, Decision decision) {
    return withProbabilities(
        (nodes, labels, probabilities) -> ClassReport.of(nodes, labels, probabilities, decision),
        role);
  }

  /** The threshold of the rarer of two classes with the largest F1 on validation nodes. */
  public Optional<Decision> bestDecision() {
    return info.schema().classes() == 2
        ? withProbabilities(Decision::largestF1, Split.VALIDATION)
        : Optional.empty();
  }

  /** The rule that maps probabilities to classes. */
  public Decision decision() {
    return info.decision() == null ? Decision.LIKELIEST : info.decision();
  }

  /** Computes a figure from labelled nodes and their probabilities. */
  @FunctionalInterface
  private interface Scoring<T> {
    T of(int[] nodes, Labels.Single labels, ClassReport.Probabilities probabilities);
  }

  private <T> Optional<T> withProbabilities(Scoring<T> scoring, int role) {
    if (info.schema().multiLabel() || info.schema().classes() == 0 || dataset.labels().isEmpty()) {
      return Optional.empty();
    }
    try (Arena scratch = Arena.ofShared()) {
      var labels = (Labels.Single) matched(dataset.labels().get(), scratch);
      Split roles = dataset.splits().isEmpty() ? allTested(scratch) : dataset.split(split);
      int[] nodes =
          IntStream.range(0, dataset.graph().nodeCount())
              .filter(node -> roles.role(node) == role && labels.of(node) >= 0)
              .toArray();
      NodeRows logits = inference.logits(scratch);
      return nodes.length == 0
          ? Optional.empty()
          : Optional.of(scoring.of(nodes, labels, (node, c) -> probability(logits, node, c)));
    }
  }

  /**
   * The name of the class that is predicted for a node.
   *
   * @throws IllegalStateException when the model gives nodes several classes
   */
  public String predicted(NodeRows logits, int node) {
    if (info.schema().multiLabel()) {
      throw new IllegalStateException(
          "the model gives a node any number of classes: expected predictedClasses instead");
    }
    int label = decision().of(node, logits.width(), (row, c) -> probability(logits, row, c));
    return names().ofClass(label);
  }

  /**
   * The names of the classes that are predicted for a node: with several labels per node every
   * class of probability above ½, otherwise the class of {@link #predicted}.
   */
  public Set<String> predictedClasses(NodeRows logits, int node) {
    if (!info.schema().multiLabel()) {
      return Set.of(predicted(logits, node));
    }
    return IntStream.range(0, logits.width())
        .filter(c -> logits.element(node, c) > 0)
        .mapToObj(names()::ofClass)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The softmax of a row at a class. */
  public static double probability(NodeRows logits, int node, int label) {
    double sum = 0;
    for (int c = 0; c < logits.width(); c++) {
      sum += Math.exp((double) logits.element(node, c) - logits.element(node, label));
    }
    return 1 / sum;
  }

  @Override
  public void close() {
    inference.close();
    memory.close();
  }
}
