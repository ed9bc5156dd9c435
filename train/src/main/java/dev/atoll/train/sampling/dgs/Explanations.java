package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.Labels;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.ModelInTraining;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.dgs.explain.ExplainerResources;
import dev.atoll.train.sampling.dgs.explain.Explanation;
import dev.atoll.train.sampling.dgs.explain.OnlineExplainer;
import java.util.Optional;

/**
 * The explanations of a worker's predictions, shared by its sampler and its columns. A worker alone
 * has nothing remote to explain.
 */
final class Explanations {
  private final Optional<OnlineExplainer> explainer;

  private Explanations(Optional<OnlineExplainer> explainer) {
    this.explainer = explainer;
  }

  /**
   * @throws IllegalArgumentException when the features differ from the explained ones
   */
  static void check(BatchPlan plan) {
    if (plan.embeddings().isPresent()) {
      throw new IllegalArgumentException(
          "embeddings=sparse with sampler=dgs or columns=top: what is explained are features that"
              + " stay; expected embeddings=none, or another sampler and columns=all");
    }
  }

  /** Begins to explain, unless another policy of this worker has; all workers begin together. */
  static Explanations begin(ExplainSpec spec, SamplingContext context) {
    if (context.workers().size() == 1) {
      return new Explanations(Optional.empty());
    }
    OnlineExplainer explainer =
        context
            .shared(
                ExplainerCompanion.class,
                () -> new ExplainerCompanion(context.opened(explainer(spec, context))))
            .explainer();
    if (!explainer.spec().equals(spec)) {
      throw new IllegalArgumentException(
          "the sampler is explained by %s, columns by %s: expected the same settings for both"
              .formatted(explainer.spec(), spec));
    }
    return new Explanations(Optional.of(explainer));
  }

  private static OnlineExplainer explainer(ExplainSpec spec, SamplingContext context) {
    ModelInTraining trained = context.model();
    Labels labels =
        trained
            .labels()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "sampler=dgs or columns=top with a task about pairs of nodes: what is"
                            + " explained are predictions for nodes; expected task=node, or another"
                            + " sampler and columns=all"));
    var resources =
        ExplainerResources.open(
            spec,
            context.shard(),
            context.originalIds(),
            context.store(),
            trained.model(),
            labels.classes(),
            labels instanceof Labels.Multi);
    return new OnlineExplainer(
        spec,
        context.runSteps(),
        trained.model().parameters(),
        trained.backend(),
        resources,
        "atoll-explain-" + context.workers().rank());
  }

  boolean areNone() {
    return explainer.isEmpty();
  }

  /** The explanation in force in a step of the run. */
  Optional<Explanation> at(long step) {
    return explainer.flatMap(explaining -> explaining.at(step));
  }
}
