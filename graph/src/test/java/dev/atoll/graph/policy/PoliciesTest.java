package dev.atoll.graph.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  @Test
  void aTakenNameIsAnErrorEveryTimeAndNamesTheProvider() {
    PolicyProvider one = () -> List.of(Policy.of(Runnable.class, "walk", "walks").always(() -> {}));
    PolicyProvider other = () -> one.policies();
    for (int i = 0; i < 2; i++) {
      var e = assertThrows(IllegalStateException.class, () -> Policies.bySlot(List.of(one, other)));
      assertEquals(
          other.getClass().getName()
              + " registers Runnable 'walk', a name that is taken: rename the policy",
          e.getMessage());
    }
  }

  @Test
  void policiesKeepTheirOrder() {
    PolicyProvider provider =
        () ->
            List.of(
                Policy.of(Runnable.class, "walk", "walks").always(() -> {}),
                Policy.of(Runnable.class, "run", "runs").always(() -> {}));
    assertEquals(
        List.of("walk", "run"),
        List.copyOf(Policies.bySlot(List.of(provider)).get(Runnable.class).keySet()));
  }
}
