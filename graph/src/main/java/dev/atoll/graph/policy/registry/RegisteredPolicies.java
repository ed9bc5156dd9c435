package dev.atoll.graph.policy.registry;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The policies of some providers. Of two with the same slot and name the first is kept, and the
 * other is a problem: listings go on, {@link #check} refuses.
 *
 * @param bySlot by slot and name, in the order of registration
 * @param problems a sentence for each policy that was left out
 */
record RegisteredPolicies(Map<Class<?>, Map<String, Policy<?>>> bySlot, List<String> problems) {
  static RegisteredPolicies of(Iterable<PolicyProvider> providers) {
    Map<Class<?>, Map<String, Policy<?>>> bySlot = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    var providerOf = new IdentityHashMap<Policy<?>, String>();
    for (PolicyProvider provider : providers) {
      for (Policy<?> policy : provider.policies()) {
        Policy<?> first =
            bySlot
                .computeIfAbsent(policy.slot(), _ -> new LinkedHashMap<>())
                .putIfAbsent(policy.name(), policy);
        if (first == null) {
          providerOf.put(policy, provider.getClass().getName());
        } else {
          problems.add(
              "%s registers %s '%s', as %s does: rename one of the two policies"
                  .formatted(
                      provider.getClass().getName(),
                      policy.slot().getSimpleName(),
                      policy.name(),
                      providerOf.get(first)));
        }
      }
    }
    return new RegisteredPolicies(bySlot, problems);
  }

  /**
   * Requires that every policy has a name of its own.
   *
   * @throws IllegalStateException naming the providers of the others
   */
  void check() {
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
  }
}
