package dev.atoll.graph.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** All registered policies, by slot and name. */
public final class Policies {
  /** Null until they are loaded; a failure to load them is thrown at each try. */
  private static Map<Class<?>, Map<String, Policy<?>>> registered;

  private Policies() {}

  private static synchronized Map<Class<?>, Map<String, Policy<?>>> registered() {
    if (registered == null) {
      registered =
          bySlot(ServiceLoader.load(PolicyProvider.class, PolicyProvider.class.getClassLoader()));
    }
    return registered;
  }

  /** The policies of some providers; their names must differ within a slot. */
  static Map<Class<?>, Map<String, Policy<?>>> bySlot(Iterable<PolicyProvider> providers) {
    Map<Class<?>, Map<String, Policy<?>>> bySlot = new LinkedHashMap<>();
    for (PolicyProvider provider : providers) {
      for (Policy<?> policy : provider.policies()) {
        Policy<?> other =
            bySlot
                .computeIfAbsent(policy.slot(), _ -> new LinkedHashMap<>())
                .putIfAbsent(policy.name(), policy);
        if (other != null) {
          throw new IllegalStateException(
              "%s registers %s '%s', a name that is taken: rename the policy"
                  .formatted(
                      provider.getClass().getName(), policy.slot().getSimpleName(), policy.name()));
        }
      }
    }
    return bySlot;
  }

  /** The policies of a slot, in the order of their registration. */
  @SuppressWarnings("unchecked") // policies are registered under their own slot, see bySlot
  public static <T> List<Policy<T>> of(Class<T> slot) {
    return registered().getOrDefault(slot, Map.of()).values().stream()
        .map(policy -> (Policy<T>) policy)
        .toList();
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException naming the nearest known name
   */
  public static <T> Policy<T> named(Class<T> slot, String name) {
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
