package dev.atoll.train.sampling.dgs;

import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.importance.Importance;
import dev.atoll.train.sampling.importance.KeptColumns;
import dev.atoll.train.store.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/** Columns that are chosen by their masks, once those are there. */
final class ExplainedColumns {
  private final LongFunction<Optional<Importance>> importance;
  private final UnaryOperator<Columns> filling;
  private final KeptColumns kept;
  private final int width;

  ExplainedColumns(ColumnShare share, ImportanceSpec importance, SamplingContext context) {
    this.importance = importance.open(context);
    this.filling = share.filling(context);
    this.kept = context.shared(KeptColumns.class, KeptColumns::new);
    this.width = context.ownRows().width();
  }

  /** The columns of a step by the importance of each. */
  @FunctionalInterface
  interface Choice {
    Columns of(long step, float... importance);
  }

  LongFunction<Columns> by(Choice choice) {
    return step -> {
      Columns chosen =
          importance
              .apply(step)
              .map(found -> filling.apply(choice.of(step, found.columns())))
              .orElse(Columns.ALL);
      kept.at(step, () -> numbers(chosen));
      return chosen;
    };
  }

  private List<Integer> numbers(Columns columns) {
    var numbers = new ArrayList<Integer>();
    columns.forEach(width, numbers::add);
    return numbers;
  }
}
