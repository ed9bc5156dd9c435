package dev.atoll.train.schedule;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * One operator of a {@link SamplingDag}; every batch runs it once.
 *
 * @param <B> the batch in the making
 * @param after the tasks whose results it needs
 * @param body does the work; what it reads was written by the tasks it comes after
 * @param cost what the work will take, in any unit; asked when those tasks are done
 */
public record Stage<B>(
    String name,
    Operator operator,
    List<String> after,
    Consumer<? super B> body,
    ToLongFunction<? super B> cost) {
  public Stage {
    after = List.copyOf(after);
  }
}
