package dev.atoll.train.plan;

import dev.atoll.train.gradient.Sync;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.sampling.SeedKind;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.Optional;

/**
 * The settings that determine the result of a run on a dataset.
 *
 * <pre>{@code
 * TrainingPlan plan =
 *     TrainingPlan.of(ModelSpec.sage().layers(3).hidden(64))
 *         .with(OptimizerSpec.adam(0.003f).weightDecay(5e-4f))
 *         .forEpochs(100)
 *         .withSeed(1);
 * }</pre>
 *
 * @param data how the dataset is read
 * @param epochs the epochs of the run
 * @param seed the root of all random choices
 * @param steps mini-batches, or the whole graph
 * @param objective the objective
 * @param sync the synchronisation of gradients
 */
public record TrainingPlan(
    ModelSpec model,
    OptimizerSpec optimizer,
    DataPlan data,
    EpochPlan epochs,
    long seed,
    Steps steps,
    Objective objective,
    Sync sync) {
  /** The input of a training step: sampled neighbourhoods, or the full graph. */
  public sealed interface Steps permits SampledPlan, FullGraphPlan {}

  public TrainingPlan {
    model.kind().check(model);
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

  /** The mini-batches; absent when every step takes the whole graph. */
  public Optional<SampledPlan> sampled() {
    return steps instanceof SampledPlan sampled ? Optional.of(sampled) : Optional.empty();
  }

  /**
   * The settings of full-graph training.
   *
   * @throws IllegalStateException for a plan of mini-batches
   */
  public FullGraphPlan fullGraph() {
    if (steps instanceof FullGraphPlan whole) {
      return whole;
    }
    throw new IllegalStateException(
        "this plan trains in mini-batches: expected one whose steps take the whole graph");
  }

  /** What the steps of mini-batches start from. */
  public SeedKind seedKind() {
    return switch (objective) {
      case Objective.Node _ -> SeedKind.LABELLED_NODES;
      case Objective.Unsupervised _ -> SeedKind.NODES;
      case Objective.Link _, Objective.Edge _ -> SeedKind.LINKS;
    };
  }

  /**
   * Checks that as many workers can train by this plan.
   *
   * @throws IllegalArgumentException naming the policy that cannot
   */
  public void checkWorkers(int workers) {
    sampled().ifPresent(own -> own.sampling().check(seedKind(), workers));
  }

  /** Whether the two-level scheduler decides when batches are launched. */
  public boolean launchesByRule() {
    return sampled().map(SampledPlan::schedule).filter(Schedule::launchesByRule).isPresent();
  }

  /** The learnable node embeddings, if the plan has any. */
  public Optional<EmbeddingSpec> embeddings() {
    return sampled().flatMap(SampledPlan::embeddings);
  }

  /** The use that a policy makes of the number of epochs; empty where none reads it. */
  public Optional<String> lengthUse() {
    return sampled()
        .flatMap(own -> own.sampling().lengthUse().or(() -> own.rows().columns().lengthUse()));
  }

  /** A copy with another number of epochs. */
  public TrainingPlan forEpochs(int count) {
    return with(new EpochPlan(count, epochs.patience(), epochs.evaluateEvery()));
  }

  /** A copy with other epochs. */
  public TrainingPlan with(EpochPlan newEpochs) {
    return new TrainingPlan(model, optimizer, data, newEpochs, seed, steps, objective, sync);
  }

  /** A copy with another model. */
  public TrainingPlan with(ModelSpec newModel) {
    return new TrainingPlan(newModel, optimizer, data, epochs, seed, steps, objective, sync);
  }

  /** A copy with another optimizer. */
  public TrainingPlan with(OptimizerSpec newOptimizer) {
    return new TrainingPlan(model, newOptimizer, data, epochs, seed, steps, objective, sync);
  }

  /** A copy with another seed of all random choices. */
  public TrainingPlan withSeed(long newSeed) {
    return new TrainingPlan(model, optimizer, data, epochs, newSeed, steps, objective, sync);
  }

  /** A copy that uses another split of the dataset. */
  public TrainingPlan withSplit(String split) {
    return with(new DataPlan(data.scaling(), data.reorder(), split));
  }

  /** A copy that scales features in another way. */
  public TrainingPlan with(FeatureScaling scaling) {
    return with(new DataPlan(scaling, data.reorder(), data.split()));
  }

  /** A copy that reads the dataset in another way. */
  public TrainingPlan with(DataPlan newData) {
    return new TrainingPlan(model, optimizer, newData, epochs, seed, steps, objective, sync);
  }

  /** A copy with other steps: mini-batches, or the full graph. */
  public TrainingPlan with(Steps newSteps) {
    return new TrainingPlan(model, optimizer, data, epochs, seed, newSteps, objective, sync);
  }

  /**
   * A copy with another exchange of embeddings between workers.
   *
   * @throws IllegalStateException when steps take mini-batches, which exchange none
   */
  public TrainingPlan with(ExchangePlan exchange) {
    return with(new FullGraphPlan(exchange, requireWhole("an exchange").inductive()));
  }

  /**
   * A full-graph copy whose training sees only the edges between training nodes.
   *
   * @throws IllegalStateException when steps take mini-batches
   */
  public TrainingPlan inductively() {
    return with(new FullGraphPlan(requireWhole("inductive training").exchange(), true));
  }

  private FullGraphPlan requireWhole(String asked) {
    if (steps instanceof FullGraphPlan whole) {
      return whole;
    }
    throw new IllegalStateException(
        "%s with mini-batches: expected steps on the whole graph; call with(FullGraphPlan.EXACT) first"
            .formatted(asked));
  }

  /** A copy with another objective. */
  public TrainingPlan with(Objective newObjective) {
    return new TrainingPlan(model, optimizer, data, epochs, seed, steps, newObjective, sync);
  }

  /** A copy with another gradient synchronisation. */
  public TrainingPlan with(Sync newSync) {
    return new TrainingPlan(model, optimizer, data, epochs, seed, steps, objective, newSync);
  }

  /** A copy for a whole graph whose features are scaled already. */
  public TrainingPlan onWholeGraph() {
    return with(FeatureScaling.NONE).with(FullGraphPlan.EXACT);
  }

  /** {@link #of(ModelSpec)} with {@link ModelSpec#of(LayerKind)}. */
  public static TrainingPlan of(LayerKind kind) {
    return of(ModelSpec.of(kind));
  }

  /** Adam with learning rate 0.01, 200 epochs, on the whole graph, seed 0. */
  public static TrainingPlan of(ModelSpec model) {
    return new TrainingPlan(
        model,
        OptimizerSpec.adam(0.01f),
        DataPlan.DEFAULT,
        EpochPlan.of(200),
        0,
        FullGraphPlan.EXACT,
        new Objective.Node(),
        Sync.allReduce());
  }
}
