package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.Labels;
import dev.atoll.train.sampling.ModelInTraining;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.dgs.explain.ExplainerResources;
import dev.atoll.train.sampling.dgs.explain.OnlineExplainer;
import dev.atoll.train.sampling.importance.Importance;
import dev.atoll.train.sampling.importance.KeptColumns;
import java.util.Optional;
import java.util.function.LongFunction;

/** The explanations of a worker's predictions, shared by its sampler and its columns. */
final class Explanations {
  private Explanations() {}

  /**
   * Begins to explain, unless another policy of this worker has; all workers begin together.
   *
   * @return the explanation in force, by step of the run
   */
  static LongFunction<Optional<Importance>> begin(ExplainSpec spec, SamplingContext context) {
    KeptColumns kept = context.shared(KeptColumns.class, KeptColumns::new);
    OnlineExplainer explainer =
        context
            .shared(
                ExplainerCompanion.class,
                () -> new ExplainerCompanion(context.opened(explainer(spec, context)), kept))
            .explainer();
    if (!explainer.spec().equals(spec)) {
      throw new IllegalArgumentException(
          "the sampler is explained by %s, columns by %s: expected the same settings for both"
              .formatted(explainer.spec(), spec));
    }
    return step -> explainer.at(step).map(Importance.class::cast);
  }

  private static OnlineExplainer explainer(ExplainSpec spec, SamplingContext context) {
    ModelInTraining trained = context.model();
    Labels labels =
        trained
            .labels()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "sampler=dgs or columns=top without node classification: explanations"
                            + " support node classification only; expected task=node, or another"
                            + " sampler and columns=all"));
    var resources =
        ExplainerResources.open(
            spec,
            trained.backend(),
            context.shard(),
            context.numbering(),
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
}
