package dev.atoll.graph.policy.registry;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.graph.wording.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The registered policies, by slot and name. */
public final class Policies {
  /** Null until they are loaded; a failure to load them is thrown at each try. */
  private static RegisteredPolicies registered;

  private Policies() {}

  private static synchronized RegisteredPolicies registered() {
    if (registered == null) {
      registered =
          RegisteredPolicies.of(
              ServiceLoader.load(PolicyProvider.class, PolicyProvider.class.getClassLoader()));
    }
    return registered;
  }

  /**
   * Requires that names differ within every slot, before any policy is used.
   *
   * @throws IllegalStateException naming each provider that registers a taken name
   */
  public static void check() {
    registered().check();
  }

  /** The policies of a slot, in the order of their registration; of equal names the first. */
  @SuppressWarnings("unchecked") // policies are registered under their own slot
  public static <T> List<Policy<T>> of(Class<T> slot) {
    return registered().bySlot().getOrDefault(slot, Map.of()).values().stream()
        .map(policy -> (Policy<T>) policy)
        .toList();
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException naming the nearest known name
   * @throws IllegalStateException if any name is taken twice, see {@link #check}
   */
  public static <T> Policy<T> named(Class<T> slot, String name) {
    check();
    List<Policy<T>> known = of(slot);
    return known.stream()
        .filter(policy -> policy.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Suggestion.unknown(
                        slot.getSimpleName(), name, known.stream().map(Policy::name).toList())));
  }
}
