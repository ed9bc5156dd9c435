package dev.atoll.train.evaluate;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.Ordering;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.sampled.SeedLoss;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.link.EvaluatedLinks;
import dev.atoll.train.link.LinkEvaluation;
import dev.atoll.train.link.PairScores;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.TrainingPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The objective of a run, applied to its dataset and model. */
public sealed interface ObjectiveWork {
  static ObjectiveWork of(
      WorkerData data, TrainingPlan plan, ParameterFactory parameters, Backend backend) {
    if (plan.objective() instanceof Objective.Node) {
      return new NodeWork(data, plan, RequiredData.labels(data), backend);
    }
    int width =
        plan.model().kind().hasWeights()
            ? plan.model().hidden()
            : RequiredData.inputWidth(data, plan);
    PairWork pairs = PairWork.of(plan.objective(), data, width, parameters, backend);
    return new PairsWork(data, plan, width, pairs, backend);
  }

  /** The width of a node's output. */
  int outputs();

  /** Whether outputs are logits of a node's classes. */
  boolean classifiesNodes();

  /** The parameters of the model, followed by the parameters of the objective's decoder. */
  List<Parameter> with(List<Parameter> ofModel);

  /** The seeds of all workers. */
  PairWork.Seeds seeds(Ordering numbers);

  /** The loss of a batch's seeds. */
  SeedLoss seedLoss(PairWork.BatchContext place);

  /** The loss of full-graph training; absent where an objective is trained in mini-batches only. */
  Optional<BatchLoss.Source> labels();

  /** The nodes that are trained on in the whole graph. */
  long[] nodes();

  /** Whether seeds have negatives. */
  boolean hasNegatives();

  /** Whether the degrees of all nodes are needed, which the workers then gather. */
  boolean weighsNodes();

  /**
   * Creates the evaluator of node outputs: classes are scored by the owners of the nodes, pairs
   * after the rows of all nodes are gathered.
   *
   * @param place the data that batches are made from; present on shards
   */
  Evaluator evaluator(Outputs outputs, Optional<PairWork.BatchContext> place);

  /** The scores of node pairs. */
  float[] scores(NodeRows rows, int[] heads, int[] tails, int[] relations);

  /** Node classification. */
  record NodeWork(WorkerData data, TrainingPlan plan, Labels classes, Backend backend)
      implements ObjectiveWork {
    @Override
    public int outputs() {
      return classes.classes();
    }

    @Override
    public boolean classifiesNodes() {
      return true;
    }

    @Override
    public List<Parameter> with(List<Parameter> ofModel) {
      return ofModel;
    }

    @Override
    public PairWork.Seeds seeds(Ordering numbers) {
      long[] seeds =
          Arrays.stream(nodes()).map(node -> numbers.newOf((int) node)).sorted().toArray();
      return new PairWork.Seeds(seeds, node -> node);
    }

    @Override
    public SeedLoss seedLoss(PairWork.BatchContext place) {
      return new SeedLoss.Nodes(labels().orElseThrow());
    }

    @Override
    public Optional<BatchLoss.Source> labels() {
      return Optional.of(WeighedLabels.of(data, plan, backend));
    }

    @Override
    public long[] nodes() {
      return RequiredData.seeds(data, plan.data().split());
    }

    @Override
    public boolean hasNegatives() {
      return false;
    }

    @Override
    public boolean weighsNodes() {
      return false;
    }

    @Override
    public Evaluator evaluator(Outputs outputs, Optional<PairWork.BatchContext> place) {
      String metric = plan.objective() instanceof Objective.Node node ? node.metric() : "";
      return new NodeEvaluator(
          data, data.split(plan.data().split()), outputs.ids(), outputs.workers(), metric);
    }

    @Override
    public float[] scores(NodeRows rows, int[] heads, int[] tails, int[] relations) {
      throw new IllegalArgumentException(
          "this model was trained for node classification: it scores no pairs");
    }
  }

  /** An objective of node pairs. */
  record PairsWork(WorkerData data, TrainingPlan plan, int width, PairWork pairs, Backend backend)
      implements ObjectiveWork {
    @Override
    public int outputs() {
      return width;
    }

    @Override
    public boolean classifiesNodes() {
      return false;
    }

    @Override
    public List<Parameter> with(List<Parameter> ofModel) {
      var all = new ArrayList<>(ofModel);
      all.addAll(pairs.decoder().parameters());
      return all;
    }

    @Override
    public PairWork.Seeds seeds(Ordering numbers) {
      return pairs.seeds(numbers);
    }

    @Override
    public SeedLoss seedLoss(PairWork.BatchContext place) {
      return pairs.seedLoss(place);
    }

    @Override
    public Optional<BatchLoss.Source> labels() {
      return Optional.empty();
    }

    @Override
    public long[] nodes() {
      long[] all = new long[data.nodeCount()];
      Arrays.setAll(all, node -> node);
      return all;
    }

    @Override
    public boolean hasNegatives() {
      return pairs.hasNegatives();
    }

    @Override
    public boolean weighsNodes() {
      return pairs.weighsNodes();
    }

    @Override
    public Evaluator evaluator(Outputs outputs, Optional<PairWork.BatchContext> place) {
      return outputs.inOnePlace(ids -> scorer(ids, place));
    }

    private Evaluator scorer(long[] ids, Optional<PairWork.BatchContext> place) {
      return switch (plan.objective()) {
        case Objective.Link link ->
            new LinkEvaluator(
                new LinkEvaluation(
                    link.spec(),
                    evaluationData(place),
                    RandomKey.ofSeed(plan.seed()).child("exam")),
                this,
                ids);
        case Objective.Edge _ -> new EdgeEvaluator(data.links().orElseThrow(), this, ids);
        case Objective.Unsupervised _ when data.labels().isEmpty() -> _ -> Evaluation.NONE;
        case Objective.Unsupervised _ ->
            new ProbeEvaluator(data, plan.data().split(), single(), width, ids);
        case Objective.Node _ ->
            throw new IllegalStateException("node classification has no pairs");
      };
    }

    /** The dataset with the links of an evaluation. */
    private WorkerData evaluationData(Optional<PairWork.BatchContext> place) {
      Links links = data.links().orElseThrow();
      return links.isShare()
          ? data.with(EvaluatedLinks.of(links, place.orElseThrow(), data.memory()))
          : data;
    }

    private Labels.Single single() {
      if (RequiredData.labels(data) instanceof Labels.Single single) {
        return single;
      }
      throw new BadDataException(
          "task=unsupervised is evaluated with one class per node, but nodes of dataset %s have several"
              .formatted(data.name()));
    }

    PairScores open(NodeRows rows) {
      return new PairScores(backend, pairs.decoder(), rows.elements(), rows.rows(), width);
    }

    int outputsOfPair() {
      return plan.objective() instanceof Objective.Edge
          ? data.links().orElseThrow().relationCount()
          : 1;
    }

    @Override
    public float[] scores(NodeRows rows, int[] heads, int[] tails, int[] relations) {
      try (PairScores scores = open(rows)) {
        return scores.of(heads, tails, relations, outputsOfPair());
      }
    }
  }
}
