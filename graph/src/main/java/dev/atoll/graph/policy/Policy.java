package dev.atoll.graph.policy;

import java.util.List;
import java.util.function.Function;

/**
 * A named strategy for one slot of a run: a sampler, a partitioner, a refresh rule and so on.
 *
 * <pre>{@code
 * Policy.of(RefreshRule.class, "epoch-fixed", "every worker, once its last broadcast is too old")
 *     .paper("SANCUS: Peng et al., VLDB 2022")
 *     .keys(BOUND)
 *     .make(values -> new EpochFixed(values.integer(BOUND)));
 * }</pre>
 *
 * @param slot the interface that the strategy implements
 * @param name the name in settings
 * @param help one line that describes the strategy
 * @param paper publication; empty for a plain baseline
 * @param keys the settings of the strategy
 * @param factory builds the strategy from the values of these settings; throws {@link
 *     IllegalArgumentException} when they are inconsistent
 */
public record Policy<T>(
    Class<T> slot,
    String name,
    String help,
    String paper,
    List<Key<?>> keys,
    Function<Values, ? extends T> factory) {
  public Policy {
    keys = List.copyOf(keys);
  }

  /** The strategy with these settings. */
  public T make(Values values) {
    return factory.apply(values);
  }

  /** A policy under construction. */
  public static <T> Draft<T> of(Class<T> slot, String name, String help) {
    return new Draft<>(slot, name, help, "", List.of());
  }

  /** A policy without its factory. */
  public record Draft<T>(Class<T> slot, String name, String help, String paper, List<Key<?>> keys) {
    /** Names the publication. */
    public Draft<T> paper(String reference) {
      return new Draft<>(slot, name, help, reference, keys);
    }

    /** Names the settings that the strategy reads. */
    public Draft<T> keys(Key<?>... read) {
      return new Draft<>(slot, name, help, paper, List.of(read));
    }

    /** Completes the policy. */
    public Policy<T> make(Function<Values, ? extends T> factory) {
      return new Policy<>(slot, name, help, paper, keys, factory);
    }

    /** Completes a policy without settings: it always gives this strategy. */
    public Policy<T> always(T strategy) {
      return make(_ -> strategy);
    }
  }
}
