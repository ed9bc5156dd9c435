package dev.atoll.train.sampling.dgs;

import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.importance.Importance;
import dev.atoll.train.store.Columns;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/** Columns that are chosen by their masks, once those are there. */
final class ExplainedColumns {
  private final LongFunction<Optional<Importance>> importance;
  private final UnaryOperator<Columns> filling;

  ExplainedColumns(ColumnShare share, ImportanceSpec importance, SamplingContext context) {
    this.importance = importance.open(context);
    this.filling = share.filling(context);
  }

  /** The columns of a step by the importance of each. */
  @FunctionalInterface
  interface Choice {
    Columns of(long step, float... importance);
  }

  LongFunction<Columns> by(Choice choice) {
    return step ->
        importance
            .apply(step)
            .map(found -> filling.apply(choice.of(step, found.columns())))
            .orElse(Columns.ALL);
  }
}
