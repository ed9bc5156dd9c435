package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Values;
import dev.atoll.tensor.cpu.BackgroundThreads;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * The settings of explanations; the names of the DGS paper in brackets.
 *
 * @param every steps from one explanation to the next (T_ex)
 * @param epochs of training the masks, at most (T_E)
 * @param loss the masks are good enough when their objective is no larger (𝓛)
 * @param rate learning rate of the masks
 * @param mode when an explanation takes effect
 * @param objective the loss of the masks
 * @param groups the nodes that own nodes are contracted to
 * @param keptColumns the mean of the mask of columns under {@link Objective#BUDGET}: the share of
 *     columns that is pulled (N_f)
 * @param portion remote nodes in one explanation, 0 for all
 * @param threads of the host that explain
 */
public record ExplainSpec(
    int every,
    int epochs,
    double loss,
    double rate,
    Mode mode,
    Objective objective,
    Groups groups,
    double keptColumns,
    Weights weights,
    int portion,
    int threads) {
  /** The time at which an explanation takes effect. */
  public enum Mode {
    /** Immediately: training waits for it. */
    INLINE,
    /** One period later, by when it is usually available: the same bits in every run. */
    LAGGED,
    /** When it becomes available, without waiting, as published: runs may differ in their bits. */
    ASYNC;

    /** Daemon threads that explain; where no step waits for them, in the background. */
    ThreadFactory threads(String name) {
      return this == ASYNC
          ? BackgroundThreads.named(name)
          : Thread.ofPlatform().daemon().name(name).factory();
    }
  }

  /** The loss of the masks. */
  public enum Objective {
    /** The prediction's loss, while the masks keep their means. */
    BUDGET,
    /** The prediction's loss plus sizes and entropies of the masks: GNNExplainer's. */
    PENALTY
  }

  /** The nodes that own nodes are contracted to. */
  public enum Groups {
    /** One group per predicted class. */
    CLASS,
    /** A single group, as published. */
    ONE
  }

  /**
   * Weights of the masks in the objective.
   *
   * @param keptNodes the mean of the mask of nodes under {@link Objective#BUDGET}
   * @param nodeSize of the mean of the mask of nodes under {@link Objective#PENALTY}
   * @param nodeEntropy of its mean entropy
   * @param columnSize of the mean of the mask of columns
   * @param columnEntropy of its mean entropy
   */
  public record Weights(
      double keptNodes,
      double nodeSize,
      double nodeEntropy,
      double columnSize,
      double columnEntropy) {
    public Weights {
      if (!(keptNodes > 0 && keptNodes < 1)) {
        throw new IllegalArgumentException(
            "explain.nodes=%s: expected a mean above 0 and below 1".formatted(keptNodes));
      }
    }
  }

  public static final Key<Long> EVERY =
      new Key<>(
          "explain.every",
          new Whole(1, Integer.MAX_VALUE),
          30L,
          "steps from one explanation to the next, and until it takes effect (dgs, top)");
  public static final Key<Long> EPOCHS =
      new Key<>(
          "explain.epochs", new Whole(1, 1_000_000), 50L, "epochs of an explanation, at most");
  public static final Key<Double> LOSS =
      new Key<>(
          "explain.loss",
          new Decimal(0, 1e9),
          0.01,
          "an explanation ends when its objective is no larger");
  public static final Key<Double> RATE =
      new Key<>("explain.lr", new Decimal(0, 100), 0.1, "learning rate of the masks");
  public static final Key<Mode> MODE =
      new Key<>(
          "explain.mode",
          new Constant<>(Mode.class),
          Mode.LAGGED,
          "when an explanation takes effect: at once (training waits), one period later, or when it"
              + " is there (as published; runs differ in their bits)");
  public static final Key<Objective> OBJECTIVE =
      new Key<>(
          "explain.objective",
          new Constant<>(Objective.class),
          Objective.BUDGET,
          "loss of the masks: the prediction alone while their means are fixed, or also"
              + " penalties of size and entropy (GNNExplainer)");
  public static final Key<Groups> GROUPS =
      new Key<>(
          "explain.groups",
          new Constant<>(Groups.class),
          Groups.CLASS,
          "nodes that a worker's nodes are contracted to: one per predicted class, or one (as"
              + " published)");
  public static final Key<Double> KEPT_NODES =
      new Key<>(
          "explain.nodes",
          new Decimal(0, 1),
          0.5,
          "mean of the mask of remote nodes (explain.objective=budget)");
  public static final Key<Double> NODE_SIZE =
      penalty("explain.nodes.size", 1.0, "mean of the mask of remote nodes");
  public static final Key<Double> NODE_ENTROPY =
      penalty("explain.nodes.entropy", 1.0, "mean entropy of the mask of remote nodes");
  public static final Key<Double> COLUMN_SIZE =
      penalty("explain.columns.size", 1.0, "mean of the mask of columns");
  public static final Key<Double> COLUMN_ENTROPY =
      penalty("explain.columns.entropy", 0.1, "mean entropy of the mask of columns");
  public static final Key<Long> PORTION =
      new Key<>(
          "explain.portion",
          new Whole(0, Integer.MAX_VALUE),
          2048L,
          "remote nodes in one explanation, others in the next; 0 for all");
  public static final Key<Long> THREADS =
      new Key<>("explain.threads", new Whole(1, 1024), 1L, "threads of the host that explain");

  private static Key<Double> penalty(String name, double weight, String of) {
    String help = "weight of the %s (explain.objective=penalty)".formatted(of);
    return new Key<>(name, new Decimal(0, 1e9), weight, help);
  }

  /** The keys that this reads, but for the share of columns. */
  public static final List<Key<?>> KEYS =
      List.of(
          EVERY,
          EPOCHS,
          LOSS,
          RATE,
          MODE,
          OBJECTIVE,
          GROUPS,
          KEPT_NODES,
          NODE_SIZE,
          NODE_ENTROPY,
          COLUMN_SIZE,
          COLUMN_ENTROPY,
          PORTION,
          THREADS);

  /** Reads settings. */
  public static ExplainSpec of(Values values, double keptColumns) {
    return new ExplainSpec(
        values.integer(EVERY),
        values.integer(EPOCHS),
        values.get(LOSS),
        values.get(RATE),
        values.get(MODE),
        values.get(OBJECTIVE),
        values.get(GROUPS),
        keptColumns,
        new Weights(
            values.get(KEPT_NODES),
            values.get(NODE_SIZE),
            values.get(NODE_ENTROPY),
            values.get(COLUMN_SIZE),
            values.get(COLUMN_ENTROPY)),
        values.integer(PORTION),
        values.integer(THREADS));
  }

  /** The defaults, for a share of the columns. */
  public static ExplainSpec keeping(double columns) {
    return of(Values.defaults(), columns);
  }

  /** A copy with other times. */
  public ExplainSpec times(int newEvery, int newEpochs, double newLoss, double newRate) {
    return new ExplainSpec(
        newEvery,
        newEpochs,
        newLoss,
        newRate,
        mode,
        objective,
        groups,
        keptColumns,
        weights,
        portion,
        threads);
  }

  /** The steps that must be over before the explanation in force at a step is begun. */
  public long stepsRead(long step) {
    return switch (mode) {
      case INLINE -> step / every * every;
      case LAGGED -> Math.max(0, step / every - 1) * every;
      case ASYNC -> 0;
    };
  }

  /** A copy with another mode. */
  public ExplainSpec with(Mode newMode) {
    return new ExplainSpec(
        every,
        epochs,
        loss,
        rate,
        newMode,
        objective,
        groups,
        keptColumns,
        weights,
        portion,
        threads);
  }

  public ExplainSpec {
    if (every < 1) {
      throw new IllegalArgumentException(
          "explain.every=" + every + ": expected at least 1 step between explanations");
    }
    if (epochs < 1) {
      throw new IllegalArgumentException("explain.epochs=" + epochs + ": expected at least 1");
    }
    if (!(loss >= 0)) {
      throw new IllegalArgumentException("explain.loss=" + loss + ": expected 0 or more");
    }
    if (!(rate > 0)) {
      throw new IllegalArgumentException("explain.lr=" + rate + ": expected more than 0");
    }
    if (portion < 0 || threads < 1) {
      throw new IllegalArgumentException(
          "explain.portion=%d, explain.threads=%d: expected 0 or more, and at least 1"
              .formatted(portion, threads));
    }
  }

  MaskGoal nodeGoal() {
    return objective == Objective.BUDGET
        ? MaskGoal.keeping(weights.keptNodes())
        : MaskGoal.penalized(weights.nodeSize(), weights.nodeEntropy());
  }

  MaskGoal columnGoal() {
    return objective == Objective.BUDGET
        ? MaskGoal.keeping(keptColumns)
        : MaskGoal.penalized(weights.columnSize(), weights.columnEntropy());
  }
}
