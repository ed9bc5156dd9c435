package dev.atoll.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Dropout;
import org.junit.jupiter.api.Test;

/** Work is the same where only numbers of the step differ. */
final class TraceTest {
  private static final long SLOTS = 4096;
  private final Arguments arguments = new Arguments();
  private final Trace trace = new Trace();

  private void step(long function, long key, long correction) {
    trace.restart();
    arguments.start().integer(3).dropout(new Dropout(0.5f, key, null)).integer(4);
    trace.kernel(function, LaunchGrid.of(7, 32), arguments, SLOTS);
    arguments
        .start()
        .struct()
        .word(correction)
        .varying()
        .end()
        .dropout(new Dropout(0.5f, key, null));
    trace.kernel(function, LaunchGrid.of(7, 32), arguments, SLOTS);
    trace.clear(64, 2);
  }

  @Test
  void keysWaitBesideTheWords() {
    step(11, 0x1234_5678_9ABCL, 5);
    long[] first = trace.words();
    assertEquals(2, trace.varyingCount(), "the key is used twice");
    assertEquals(0x1234_5678_9ABCL, trace.varying(0));
    assertEquals(5, trace.varying(1));
    step(11, 77, 6);
    assertTrue(trace.isSameAs(first));
    assertEquals(77, trace.varying(0));
    assertEquals(6, trace.varying(1));
    step(12, 77, 6);
    assertFalse(trace.isSameAs(first), "another kernel");
  }

  @Test
  void bytesOfEarlierArgumentsDoNotCount() {
    step(11, 1, 2);
    long[] first = trace.words();
    arguments.start().word(-1).word(-1).word(-1).word(-1).word(-1);
    step(11, 3, 4);
    assertTrue(trace.isSameAs(first));
  }

  @Test
  void aProductComesBackFromItsWords() {
    var product =
        new Cublas.Product(
            true, false, true, false, 3, 5, 1 << 30, 1L << 40, 16, 2, 32, -0.5f, 9, 48);
    long[] words = product.words();
    assertEquals(Cublas.Product.WORDS, words.length);
    assertEquals(product, Cublas.Product.of(words));
  }

  @Test
  void piecesAreShortFirstAndThenLonger() {
    for (int commands : new int[] {8, 16, 32, 32}) {
      for (int i = 0; i < commands; i++) {
        assertFalse(trace.isFull());
        arguments.start();
        for (int k = 0; k < 20; k++) {
          arguments.word(k);
        }
        trace.kernel(i, LaunchGrid.of(1, 32), arguments, SLOTS);
      }
      assertTrue(trace.isFull());
      assertEquals(commands * (6 + 20 + 20), trace.length());
      trace.restart();
    }
    trace.clear(64, 2);
    trace.restart();
    for (int i = 0; i < 8; i++) {
      trace.clear(64, 2);
    }
    assertTrue(trace.isFull(), "after a piece that ended early");
  }
}
