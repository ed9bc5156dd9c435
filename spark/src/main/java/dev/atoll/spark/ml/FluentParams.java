package dev.atoll.spark.ml;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * Params whose setters can be chained.
 *
 * @param <S> the stage itself
 */
public interface FluentParams<S> extends Params {
  /** Sets a Param and returns the stage. */
  @SuppressWarnings("unchecked") // S is the type of this stage
  default <T> S with(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }
}
