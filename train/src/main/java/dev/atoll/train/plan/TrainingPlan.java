package dev.atoll.train.plan;

import dev.atoll.train.gradient.AllReduce;
import dev.atoll.train.gradient.Sync;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.SageLayer;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.Optional;

/**
 * Everything that decides a run's outcome, besides the dataset.
 *
 * @param data how the dataset is read
 * @param course how many epochs there are
 * @param seed the root of all random choices
 * @param steps what a step takes
 * @param task what is learned
 * @param sync how the gradients of all workers become one
 */
public record TrainingPlan(
    ModelSpec model,
    OptimizerSpec optimizer,
    DataPlan data,
    EpochPlan course,
    long seed,
    StepPlan steps,
    Objective task,
    Sync sync) {
  public TrainingPlan {
    if (steps instanceof SampledPlan sampled) {
      checkFanouts(sampled, model);
    }
  }

  private static void checkFanouts(SampledPlan plan, ModelSpec model) {
    if (plan.fanouts().layers() != model.layers()) {
      throw new IllegalArgumentException(
          "fanouts=%s names %d layers, but model.layers=%d: expected a fanout per layer"
              .formatted(plan.fanouts(), plan.fanouts().layers(), model.layers()));
    }
  }

  /** How mini-batches are made; absent when every step takes the whole graph. */
  public Optional<SampledPlan> sampled() {
    return steps instanceof SampledPlan sampled ? Optional.of(sampled) : Optional.empty();
  }

  /**
   * What every step sees of the whole graph.
   *
   * @throws IllegalStateException for a plan of mini-batches
   */
  public FullGraphPlan whole() {
    if (steps instanceof FullGraphPlan whole) {
      return whole;
    }
    throw new IllegalStateException(
        "this plan trains in mini-batches: expected one whose steps take the whole graph");
  }

  /** Whether batches are launched when a rule says so. */
  public boolean launchesByRule() {
    return sampled().map(SampledPlan::schedule).filter(Schedule::launchesByRule).isPresent();
  }

  /** The learnable rows of nodes, where they have any. */
  public Optional<EmbeddingSpec> embeddings() {
    return sampled().flatMap(SampledPlan::embeddings);
  }

  /** The same, for so many epochs. */
  public TrainingPlan forEpochs(int epochs) {
    return with(new EpochPlan(epochs, course.patience(), course.evaluateEvery()));
  }

  /** The same, for another number of epochs. */
  public TrainingPlan with(EpochPlan newCourse) {
    return new TrainingPlan(model, optimizer, data, newCourse, seed, steps, task, sync);
  }

  /** The same with another model. */
  public TrainingPlan with(ModelSpec newModel) {
    return new TrainingPlan(newModel, optimizer, data, course, seed, steps, task, sync);
  }

  /** The same, on features scaled in another way. */
  public TrainingPlan with(FeatureScaling scaling) {
    var read = new DataPlan(scaling, data.reorder(), data.split());
    return new TrainingPlan(model, optimizer, read, course, seed, steps, task, sync);
  }

  /** The same with other steps: mini-batches, or the whole graph. */
  public TrainingPlan with(StepPlan newSteps) {
    return new TrainingPlan(model, optimizer, data, course, seed, newSteps, task, sync);
  }

  /** The same on the whole graph, with another way to exchange rows. */
  public TrainingPlan with(ExchangePlan exchange) {
    return with(new FullGraphPlan(exchange, whole().inductive()));
  }

  /** The same on the whole graph, of which training sees the links between training nodes alone. */
  public TrainingPlan inductively() {
    return with(new FullGraphPlan(whole().exchange(), true));
  }

  /** The same with something else to learn. */
  public TrainingPlan with(Objective newTask) {
    return new TrainingPlan(model, optimizer, data, course, seed, steps, newTask, sync);
  }

  /** The same, with gradients summed in another way. */
  public TrainingPlan with(Sync newSync) {
    return new TrainingPlan(model, optimizer, data, course, seed, steps, task, newSync);
  }

  /** The same for whole graphs whose features are scaled already. */
  public TrainingPlan onWholeGraph() {
    return with(FeatureScaling.NONE).with(FullGraphPlan.EXACT);
  }

  /** Two layers of 128, dropout 0.5, Adam 0.01, 200 epochs, on the whole graph. */
  public static TrainingPlan of(ModelSpec.Kind kind) {
    var model =
        new ModelSpec(
            kind, 2, 128, 4, 1, 0.5f, 0, 0, false, false, false, false, SageLayer.Aggregator.MEAN);
    return new TrainingPlan(
        model,
        new OptimizerSpec(OptimizerSpec.Kind.ADAM, 0.01f, 0, 0),
        DataPlan.DEFAULT,
        EpochPlan.of(200),
        0,
        FullGraphPlan.EXACT,
        new Objective.Node(),
        new AllReduce());
  }
}
