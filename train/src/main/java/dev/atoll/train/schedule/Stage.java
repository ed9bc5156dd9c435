package dev.atoll.train.schedule;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * One operator of a {@link SamplingDag}; every batch runs it once.
 *
 * @param <B> the batch under construction
 * @param after the stages whose results it needs
 * @param body does the work; reads the results of the stages before it
 * @param cost the expected work, in any unit; computed after the stages that it needs
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
