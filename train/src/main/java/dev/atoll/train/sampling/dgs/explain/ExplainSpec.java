package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Values;
import dev.atoll.tensor.device.BackgroundThreads;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.columns.ColumnShare.Scope;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * The settings of explanations; the names of the DGS paper in brackets.
 *
 * @param every steps from one explanation to the next (T_ex)
 * @param epochs of training the masks, at most (T_E)
 * @param loss the masks are good enough when their objective is no larger than this share of that
 *     of equal masks (𝓛)
 * @param rate learning rate of the masks
 * @param mode when an explanation takes effect
 * @param scope the rows that lose columns, which the mask of columns acts on
 * @param keptColumns the mean of the mask of columns: the share of columns that is pulled (N_f)
 */
public record ExplainSpec(
    int every, int epochs, double loss, double rate, Mode mode, Scope scope, double keptColumns) {
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

  /** The mean of the mask of remote nodes. */
  private static final double KEPT_NODES = 0.5;

  /** The most remote nodes in one explanation. */
  private static final int PORTION = 2048;

  private static final double RATE = 0.1;

  /** The epochs of an explanation, at least, unless fewer are the most. */
  private static final int LEAST_EPOCHS = 10;

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
          "an explanation ends when its objective is no larger than this share of that of equal"
              + " masks (dgs, top)");
  public static final Key<Mode> MODE =
      new Key<>(
          "explain.mode",
          new Constant<>(Mode.class),
          Mode.LAGGED,
          "when an explanation takes effect: at once (training waits), one period later, or when it"
              + " is there (as published; runs differ in their bits)");

  /** The keys that this reads, but for the share of columns. */
  public static final List<Key<?>> KEYS = List.of(EVERY, EPOCHS, LOSS, MODE);

  /** Reads settings. */
  public static ExplainSpec of(Values values, double keptColumns) {
    return new ExplainSpec(
        values.integer(EVERY),
        values.integer(EPOCHS),
        values.get(LOSS),
        RATE,
        values.get(MODE),
        values.get(ColumnShare.SCOPE),
        keptColumns);
  }

  /** The defaults, for a share of the columns. */
  public static ExplainSpec keeping(double columns) {
    return of(Values.defaults(), columns);
  }

  /** A copy with other times. */
  public ExplainSpec times(int newEvery, int newEpochs, double newLoss, double newRate) {
    return new ExplainSpec(newEvery, newEpochs, newLoss, newRate, mode, scope, keptColumns);
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
    return new ExplainSpec(every, epochs, loss, rate, newMode, scope, keptColumns);
  }

  /** A copy for rows of another scope. */
  public ExplainSpec with(Scope newScope) {
    return new ExplainSpec(every, epochs, loss, rate, mode, newScope, keptColumns);
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
      throw new IllegalArgumentException(
          "learning rate of masks " + rate + ": expected more than 0");
    }
  }

  /**
   * Whether masks need no more training.
   *
   * @param epochsDone of this explanation
   * @param objective of the masks
   * @param ofEqual the objective of equal masks of the same means
   */
  boolean isEnough(int epochsDone, double objective, double ofEqual) {
    return epochsDone >= epochs || (epochsDone >= LEAST_EPOCHS && objective <= loss * ofEqual);
  }

  /** The masks of the first explanation. */
  Masks masks(int nodes, int columns) {
    return new Masks(Mask.open(KEPT_NODES, nodes), Mask.open(keptColumns, columns));
  }

  /** Masks as they were saved. */
  Masks masks(float[] nodes, float[] columns) {
    return new Masks(Mask.of(KEPT_NODES, nodes), Mask.of(keptColumns, columns));
  }

  /** The most remote nodes in one explanation; the others take turns. */
  int portion() {
    return PORTION;
  }
}
