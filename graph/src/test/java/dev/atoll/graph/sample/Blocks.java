package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The content of a batch, as values that can be compared. */
public final class Blocks {
  private Blocks() {}

  public static List<ReferenceSampler.PlainBlock> plain(SampledBatch batch) {
    return IntStream.range(0, batch.layers()).mapToObj(i -> plain(batch.block(i))).toList();
  }

  private static ReferenceSampler.PlainBlock plain(SampledBlock block) {
    return new ReferenceSampler.PlainBlock(
        Arrays.stream(block.rowStart().toArray(JAVA_LONG)).boxed().toList(),
        ints(block.column()),
        ints(block.sources()),
        ints(block.targetDegree()));
  }

  public static List<Integer> ints(MemorySegment cells) {
    return Arrays.stream(cells.toArray(JAVA_INT)).boxed().toList();
  }

  public static void assertSame(SampledBatch expected, SampledBatch actual) {
    assertEquals(plain(expected), plain(actual));
    for (int layer = 0; layer < expected.layers(); layer++) {
      assertArrayEquals(
          corrections(expected.block(layer)), corrections(actual.block(layer)), 0, "corrections");
    }
  }

  public static float[] corrections(SampledBlock block) {
    return block.correction() == null ? new float[0] : block.correction().toArray(JAVA_FLOAT);
  }
}
