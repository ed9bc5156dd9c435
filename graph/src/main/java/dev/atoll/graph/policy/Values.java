package dev.atoll.graph.policy;

/** The values of a run's settings. */
@FunctionalInterface
public interface Values {
  <T> T get(Key<T> key);

  /** A whole number whose type keeps it within the range of int. */
  default int integer(Key<Long> key) {
    return Math.toIntExact(get(key));
  }

  /** A number in single precision. */
  default float number(Key<Double> key) {
    return get(key).floatValue();
  }

  /** The defaults of all keys. */
  static Values defaults() {
    return new Values() {
      @Override
      public <T> T get(Key<T> key) {
        return key.fallback();
      }
    };
  }
}
