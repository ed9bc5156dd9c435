package dev.atoll.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests, without a GPU, that resources opened by a failing constructor are closed. */
final class OpenedTest {
  private final List<String> closed = new ArrayList<>();
  private final Opened opened = new Opened();

  private void failToClose(String name) {
    closed.add(name);
    throw new IllegalStateException(name);
  }

  @Test
  void allIsClosedTheLastFirstEvenWhenSomeFail() {
    opened.add("stream", closed::add);
    opened.add("chunk", this::failToClose);
    opened.add("event", this::failToClose);
    var failure = assertThrows(IllegalStateException.class, opened::close);
    assertEquals(List.of("event", "chunk", "stream"), closed);
    assertEquals("event", failure.getMessage());
    assertEquals("chunk", failure.getSuppressed()[0].getMessage());
    opened.close();
    assertEquals(3, closed.size());
  }

  @Test
  void theFailureOfAConstructorIsTheOneThatIsThrown() {
    opened.add("stream", this::failToClose);
    var failure = new IllegalArgumentException("no memory");
    assertSame(failure, opened.closeAfter(failure));
    assertEquals(List.of("stream"), closed);
    var error = new OutOfMemoryError("none left");
    assertSame(error, assertThrows(OutOfMemoryError.class, () -> opened.closeAfter(error)));
  }
}
