package dev.atoll.graph.policy.registry;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  @Test
  void aTakenNameIsAnErrorEveryTimeAndNamesTheProviders() {
    PolicyProvider one = () -> List.of(Policy.of(Runnable.class, "walk", "walks").always(() -> {}));
    PolicyProvider other = () -> one.policies();
    var registered = RegisteredPolicies.of(List.of(one, other));
    for (int i = 0; i < 2; i++) {
      var e = assertThrows(IllegalStateException.class, registered::check);
      assertEquals(
          other.getClass().getName()
              + " registers Runnable 'walk', as "
              + one.getClass().getName()
              + " does: rename one of the two policies",
          e.getMessage());
    }
  }

  @Test
  void ofEqualNamesTheFirstIsListed() {
    Policy<?> first = Policy.of(Runnable.class, "walk", "walks").always(() -> {});
    Policy<?> second = Policy.of(Runnable.class, "walk", "strolls").always(() -> {});
    var registered = RegisteredPolicies.of(List.of(() -> List.of(first), () -> List.of(second)));
    assertSame(first, registered.bySlot().get(Runnable.class).get("walk"));
  }

  @Test
  void policiesKeepTheirOrder() {
    PolicyProvider provider =
        () ->
            List.of(
                Policy.of(Runnable.class, "walk", "walks").always(() -> {}),
                Policy.of(Runnable.class, "run", "runs").always(() -> {}));
    var registered = RegisteredPolicies.of(List.of(provider));
    assertDoesNotThrow(registered::check);
    assertEquals(
        List.of("walk", "run"), List.copyOf(registered.bySlot().get(Runnable.class).keySet()));
  }
}
