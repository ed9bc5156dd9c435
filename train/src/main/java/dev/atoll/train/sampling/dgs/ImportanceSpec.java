package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.gradients.GradientImportance;
import dev.atoll.train.sampling.gradients.GradientSpec;
import dev.atoll.train.sampling.importance.Importance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The settings of the importance of remote nodes and columns.
 *
 * @param source the source of the weights
 * @param explain the settings of explanations
 * @param gradients the settings of importance from gradients
 */
public record ImportanceSpec(Source source, ExplainSpec explain, GradientSpec gradients) {
  /** The source of the weights of remote nodes and columns. */
  public enum Source {
    /** Masks that explain the worker's predictions, as published. */
    EXPLAINED {
      @Override
      LongFunction<Optional<Importance>> open(ImportanceSpec spec, SamplingContext context) {
        return Explanations.begin(spec.explain, context);
      }
    },
    /** The gradients of training, Atoll's own. */
    GRADIENTS {
      @Override
      LongFunction<Optional<Importance>> open(ImportanceSpec spec, SamplingContext context) {
        return GradientImportance.begin(spec.gradients, context)::at;
      }
    },
    /**
     * No source: all weights are equal from the step on at which a first explanation would take
     * effect.
     */
    NONE {
      @Override
      LongFunction<Optional<Importance>> open(ImportanceSpec spec, SamplingContext context) {
        Importance alike = new Alike(context.ownRows().width());
        return step -> step < spec.stepsToSettle() ? Optional.empty() : Optional.of(alike);
      }
    };

    abstract LongFunction<Optional<Importance>> open(ImportanceSpec spec, SamplingContext context);
  }

  /** Weights are computed in one period and take effect in the next, or earlier. */
  private static final long PERIODS_TO_EFFECT = 2;

  static final Key<Source> SOURCE =
      new Key<>(
          "importance",
          new Constant<>(Source.class),
          Source.EXPLAINED,
          "source of the weights of remote nodes and columns: explanations (DGS), the gradients of"
              + " training (Atoll's own), or none (dgs, top, drawn)");

  /** The keys that this reads. */
  static final List<Key<?>> KEYS = keys();

  private static List<Key<?>> keys() {
    var keys = new ArrayList<Key<?>>(List.of(SOURCE, ColumnShare.RATE, ColumnShare.SCOPE));
    keys.addAll(ExplainSpec.KEYS);
    keys.addAll(GradientSpec.KEYS);
    return keys;
  }

  /** Reads settings. */
  public static ImportanceSpec of(Values values) {
    return new ImportanceSpec(
        values.get(SOURCE),
        ExplainSpec.of(values, values.get(ColumnShare.RATE)),
        GradientSpec.of(values));
  }

  /** Explained, with the defaults of all settings. */
  public static ImportanceSpec defaults() {
    return of(Values.defaults());
  }

  /** Explained, with these settings. */
  public static ImportanceSpec by(ExplainSpec explain) {
    return new ImportanceSpec(Source.EXPLAINED, explain, GradientSpec.of(Values.defaults()));
  }

  /** A copy with another source. */
  public ImportanceSpec from(Source other) {
    return new ImportanceSpec(other, explain, gradients);
  }

  /** A copy with other settings of importance from gradients. */
  public ImportanceSpec with(GradientSpec other) {
    return new ImportanceSpec(source, explain, other);
  }

  /**
   * @throws IllegalArgumentException when the features differ from the weighed ones
   */
  void check(BatchPlan plan) {
    if (plan.embeddings().isPresent()) {
      throw new IllegalArgumentException(
          "embeddings=sparse with sampler=dgs or columns=top: explanations need features that do"
              + " not change; expected embeddings=none, or another sampler and columns=all");
    }
  }

  /** The use of the number of epochs. */
  Optional<String> lengthUse() {
    return source == Source.EXPLAINED
        ? Optional.of("the explanations of DGS end with the run")
        : Optional.empty();
  }

  /** Whether weights are made from results of training. */
  boolean readsResults() {
    return source != Source.NONE;
  }

  /** The steps that must be over before the weights in force at a step are certain to come. */
  long stepsRead(long step) {
    return switch (source) {
      case EXPLAINED -> explain.stepsRead(step);
      case GRADIENTS -> gradients.stepsRead(step);
      case NONE -> 0;
    };
  }

  /** The step at which the first weights take effect. */
  long stepsToSettle() {
    return PERIODS_TO_EFFECT
        * (source == Source.GRADIENTS ? (long) gradients.every() : (long) explain.every());
  }

  /** Refuses columns without weights. */
  void checkColumns(BatchPlan plan) {
    check(plan);
    if (source == Source.NONE) {
      throw new IllegalArgumentException(
          "importance=none with columns=top or drawn: the columns have no weights; expected"
              + " columns=all, random or fixed, or another importance");
    }
  }

  /**
   * Opens the source; returns the importance in force by step of the run, empty before the first is
   * available, and always empty for a single worker, which has no remote nodes. All workers call it
   * together.
   */
  LongFunction<Optional<Importance>> open(SamplingContext context) {
    return context.workers().size() == 1 ? _ -> Optional.empty() : source.open(this, context);
  }

  private record Alike(int width) implements Importance {
    @Override
    public float node(int place) {
      return 1;
    }

    @Override
    public float[] columns() {
      return new float[width];
    }
  }
}
