package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class FloatSumTest {
  /** Terms are added one after the other, whichever of them is overwritten by the sum. */
  @Test
  void termsAreAddedInTheirOrder() {
    Randomly.tries(
        40,
        random -> {
          try (Arena memory = Arena.ofConfined()) {
            int elements = random.nextInt(70);
            var terms = new MemorySegment[random.nextInt(2, 12)];
            float[] expected = new float[elements];
            for (int t = 0; t < terms.length; t++) {
              terms[t] = memory.allocate(JAVA_FLOAT, Math.max(1, elements));
              terms[t] = terms[t].asSlice(0, (long) elements * Float.BYTES);
              for (int i = 0; i < elements; i++) {
                float value = (float) (random.nextGaussian() * Math.exp(random.nextGaussian()));
                terms[t].setAtIndex(JAVA_FLOAT, i, value);
                expected[i] = t == 0 ? value : expected[i] + value;
              }
            }
            MemorySegment into = terms[random.nextInt(terms.length)];
            FloatSum.add(terms, into);
            for (int i = 0; i < elements; i++) {
              assertEquals(expected[i], into.getAtIndex(JAVA_FLOAT, i));
            }
          }
        });
  }
}
