package dev.atoll.train.companion;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompanionsTest {
  /** Remembers one number under a name that others use too. */
  private static final class OneNumber implements Companion, CompanionState {
    private final String name;
    private float value;
    private long steps;

    OneNumber(String name, float value) {
      this.name = name;
      this.value = value;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void afterStep(long done) {
      steps = done;
    }

    @Override
    public Optional<CompanionState> state() {
      return Optional.of(this);
    }

    @Override
    public Map<String, Tensor> save(Arena passing) {
      return Map.of("value", new Tensor(1, 1, passing.allocateFrom(JAVA_FLOAT, value)));
    }

    @Override
    public void restore(Map<String, Tensor> saved) {
      assertEquals(1, saved.size());
      value = saved.get("value").elements().get(JAVA_FLOAT, 0);
    }
  }

  /** Fails to close, or notes that it was closed. */
  private record Closing(String name, boolean fails, List<String> closed) implements Companion {
    @Override
    public void close() {
      closed.add(name);
      if (fails) {
        throw new IllegalStateException(name + " fails");
      }
    }
  }

  @Test
  void allAreClosedEvenWhenSomeFail() {
    List<String> closed = new ArrayList<>();
    var companions =
        new Companions(
            List.of(
                new Closing("one", true, closed),
                new Closing("two", true, closed),
                new Closing("three", false, closed)));
    var failure = assertThrows(IllegalStateException.class, companions::close);
    assertEquals(List.of("one", "two", "three"), closed);
    assertEquals("one fails", failure.getMessage());
    assertEquals("two fails", failure.getSuppressed()[0].getMessage());
  }

  @Test
  void allStatesAreSavedAndRestored() {
    var before = new Companions(List.of(new OneNumber("one", 1), new OneNumber("two", 2)));
    var one = new OneNumber("one", 0);
    var two = new OneNumber("two", 0);
    try (Arena passing = Arena.ofConfined()) {
      new Companions(List.of(two, one)).restore(before.save(passing));
    }
    assertEquals(1, one.value);
    assertEquals(2, two.value);
    assertTrue(before.haveState());
    assertFalse(Companions.NONE.haveState());
  }

  @Test
  void allAreTold() {
    var one = new OneNumber("one", 0);
    var two = new OneNumber("two", 0);
    new Companions(List.of(one, two)).afterStep(7);
    assertEquals(7, one.steps);
    assertEquals(7, two.steps);
  }

  @Test
  void namesAreUnique() {
    List<Companion> twins = List.of(new OneNumber("one", 0), new OneNumber("one", 0));
    assertThrows(IllegalArgumentException.class, () -> new Companions(twins));
  }
}
