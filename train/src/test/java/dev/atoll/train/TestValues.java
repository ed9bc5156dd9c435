package dev.atoll.train;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import java.util.HashMap;
import java.util.Map;

/** Settings of a policy under test. */
public final class TestValues implements Values {
  private final Map<String, String> texts = new HashMap<>();

  private TestValues(String pairs) {
    for (String pair : pairs.isEmpty() ? new String[0] : pairs.split(" ", -1)) {
      int sign = pair.indexOf('=');
      texts.put(pair.substring(0, sign), pair.substring(sign + 1));
    }
  }

  /**
   * A registered strategy.
   *
   * @param pairs its settings as {@code name=value}, with blanks between them
   */
  public static <T> T make(Class<T> slot, String name, String pairs) {
    return Policies.named(slot, name).make(new TestValues(pairs));
  }

  @Override
  public <T> T get(Key<T> key) {
    String text = texts.get(key.name());
    return text == null ? key.fallback() : key.type().parse(text).orElseThrow();
  }
}
