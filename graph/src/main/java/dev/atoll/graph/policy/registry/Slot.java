package dev.atoll.graph.policy.registry;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * A setting whose value names a policy.
 *
 * @param type the interface that all strategies of the slot implement
 * @param key holds the policy's name
 */
public record Slot<T>(Class<T> type, Key<String> key) {
  /**
   * A slot that takes every registered policy of a type.
   *
   * @param fallback the name of the default policy
   */
  public static <T> Slot<T> of(Class<T> type, String key, String fallback, String help) {
    List<String> names = new ArrayList<>(List.of(fallback));
    Policies.of(type).stream()
        .map(Policy::name)
        .filter(name -> !name.equals(fallback))
        .forEach(names::add);
    return new Slot<>(type, new Key<>(key, new KeyType.PolicyName(names), fallback, help));
  }

  /** The policy that the settings name. */
  public Policy<T> policy(Values values) {
    return Policies.named(type, values.get(key));
  }

  /** The strategy that the settings name, with its settings. */
  public T in(Values values) {
    return policy(values).make(values);
  }

  /** The names of the policies that read a setting. */
  public List<String> readers(Key<?> key) {
    return Policies.of(type).stream()
        .filter(policy -> policy.keys().contains(key))
        .map(Policy::name)
        .toList();
  }

  /** The keys that any policy of this slot reads, each once. */
  public SequencedSet<Key<?>> policyKeys() {
    SequencedSet<Key<?>> keys = new LinkedHashSet<>();
    Policies.of(type).forEach(policy -> keys.addAll(policy.keys()));
    return keys;
  }
}
