package dev.atoll.train;

import dev.atoll.train.exchange.ExchangePlan;
import dev.atoll.train.feature.EmbeddingSpec;
import dev.atoll.train.feature.FeatureScaling;
import dev.atoll.train.link.Task;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.SageLayer;
import java.util.Optional;

/**
 * Everything that decides a run's outcome, besides the dataset.
 *
 * @param reorder whether rows are laid out for locality; changes sums in their last bits only
 * @param split the name of one of the dataset's splits
 * @param patience epochs without a better validation score after which training stops; 0 never
 *     stops it
 * @param evaluateEvery epochs from one evaluation to the next
 * @param seed the root of all random choices
 * @param sampled how mini-batches are made; absent when every step takes the whole graph
 * @param exchange what workers tell each other when every step takes the whole graph
 * @param inductive whether training sees links between training nodes alone; evaluation sees all
 * @param task what is learned
 * @param sync how the gradients of all workers become one
 */
public record TrainingPlan(
    ModelSpec model,
    OptimizerSpec optimizer,
    FeatureScaling scaling,
    boolean reorder,
    String split,
    int epochs,
    int patience,
    int evaluateEvery,
    long seed,
    Optional<SampledPlan> sampled,
    ExchangePlan exchange,
    boolean inductive,
    Task task,
    Sync sync) {
  /** For the classes of nodes, with gradients summed by all-reduce. */
  public TrainingPlan(
      ModelSpec model,
      OptimizerSpec optimizer,
      FeatureScaling scaling,
      boolean reorder,
      String split,
      int epochs,
      int patience,
      int evaluateEvery,
      long seed,
      Optional<SampledPlan> sampled,
      ExchangePlan exchange,
      boolean inductive) {
    this(
        model,
        optimizer,
        scaling,
        reorder,
        split,
        epochs,
        patience,
        evaluateEvery,
        seed,
        sampled,
        exchange,
        inductive,
        new Task.Node(),
        Sync.ALL_REDUCE);
  }

  public TrainingPlan {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs=" + epochs + ": expected at least 1");
    }
    if (patience < 0) {
      throw new IllegalArgumentException(
          "earlyStop=" + patience + ": expected 0 (off) or more epochs");
    }
    if (evaluateEvery < 1) {
      throw new IllegalArgumentException(
          "evaluate.every=" + evaluateEvery + ": expected at least 1");
    }
    sampled.ifPresent(plan -> checkFanouts(plan, model));
    if (inductive && sampled.isPresent()) {
      throw new IllegalArgumentException(
          "inductive=true with mode=sampled: expected mode=full, where training can be kept to the"
              + " links between training nodes");
    }
  }

  private static void checkFanouts(SampledPlan plan, ModelSpec model) {
    if (plan.fanouts().layers() != model.layers()) {
      throw new IllegalArgumentException(
          "fanouts=%s names %d layers, but model.layers=%d: expected a fanout per layer"
              .formatted(plan.fanouts(), plan.fanouts().layers(), model.layers()));
    }
  }

  /** Whether batches are launched when a rule says so. */
  boolean launchesByRule() {
    return sampled
        .map(SampledPlan::schedule)
        .filter(Schedule.TwoLevel.class::isInstance)
        .isPresent();
  }

  /** The learnable rows of nodes, where they have any. */
  public Optional<EmbeddingSpec> embeddings() {
    return sampled.flatMap(SampledPlan::embeddings);
  }

  /** The same, for so many epochs. */
  public TrainingPlan forEpochs(int newEpochs) {
    return but(newEpochs, scaling, sampled, exchange, inductive, task, sync);
  }

  /** The same, on features scaled in another way. */
  public TrainingPlan with(FeatureScaling newScaling) {
    return but(epochs, newScaling, sampled, exchange, inductive, task, sync);
  }

  /** The same, in mini-batches of sampled neighbourhoods. */
  public TrainingPlan with(SampledPlan newSampled) {
    return but(epochs, scaling, Optional.of(newSampled), exchange, inductive, task, sync);
  }

  /** The same, with another way to exchange rows. */
  public TrainingPlan with(ExchangePlan newExchange) {
    return but(epochs, scaling, sampled, newExchange, inductive, task, sync);
  }

  /** The same, on the links between training nodes alone. */
  public TrainingPlan inductively() {
    return but(epochs, scaling, sampled, exchange, true, task, sync);
  }

  /** The same with something else to learn. */
  public TrainingPlan with(Task newTask) {
    return but(epochs, scaling, sampled, exchange, inductive, newTask, sync);
  }

  /** The same, with gradients summed in another way. */
  public TrainingPlan with(Sync newSync) {
    return but(epochs, scaling, sampled, exchange, inductive, task, newSync);
  }

  /** The same for whole graphs whose features are scaled already. */
  TrainingPlan onWholeGraph() {
    return but(
        epochs, FeatureScaling.NONE, Optional.empty(), ExchangePlan.EXACT, false, task, sync);
  }

  private TrainingPlan but(
      int newEpochs,
      FeatureScaling newScaling,
      Optional<SampledPlan> newSampled,
      ExchangePlan newExchange,
      boolean newInductive,
      Task newTask,
      Sync newSync) {
    return new TrainingPlan(
        model,
        optimizer,
        newScaling,
        reorder,
        split,
        newEpochs,
        patience,
        evaluateEvery,
        seed,
        newSampled,
        newExchange,
        newInductive,
        newTask,
        newSync);
  }

  /** Two layers of 128, dropout 0.5, Adam 0.01, 200 epochs. */
  public static TrainingPlan of(ModelSpec.Kind kind) {
    var model =
        new ModelSpec(
            kind, 2, 128, 4, 1, 0.5f, 0, 0, false, false, false, false, SageLayer.Aggregator.MEAN);
    var optimizer = new OptimizerSpec(OptimizerSpec.Kind.ADAM, 0.01f, 0, 0);
    return new TrainingPlan(
        model,
        optimizer,
        FeatureScaling.NONE,
        true,
        "split",
        200,
        0,
        1,
        0,
        Optional.empty(),
        ExchangePlan.EXACT,
        false);
  }
}
