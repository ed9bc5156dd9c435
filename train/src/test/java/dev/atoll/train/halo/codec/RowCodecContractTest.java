package dev.atoll.train.halo.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every {@link RowCodec}: one line per registered codec. */
class RowCodecContractTest {
  /**
   * A codec under test.
   *
   * @param ofElement the largest error as a share of the element
   * @param ofRow the largest error as a share of the largest element of the row
   * @param bytesOf100 of a row of 100 elements
   * @param keepsSpecials whether infinities and NaN are elements like any other
   */
  record Line(String name, double ofElement, double ofRow, long bytesOf100, boolean keepsSpecials) {
    RowCodec codec() {
      return Policies.named(RowCodec.class, name).make(Values.defaults());
    }
  }

  static List<Line> lines() {
    return List.of(
        new Line("fp32", 0, 0, 400, true),
        new Line("fp16", 4.9e-4, 1e-7, 200, true),
        new Line("bf16", 3.91e-3, 1e-7, 200, true),
        new Line("int8", 0, 0.5001 / 127, 104, false));
  }

  /** The registered codecs, for other tests. */
  public static Stream<RowCodec> registered() {
    return Policies.of(RowCodec.class).stream().map(policy -> policy.make(Values.defaults()));
  }

  @Test
  void everyRegisteredCodecHasALine() {
    Set<String> names = lines().stream().map(Line::name).collect(Collectors.toSet());
    assertEquals(
        Policies.of(RowCodec.class).stream().map(Policy::name).collect(Collectors.toSet()), names);
  }

  /** Encodes and decodes a row at odd places of the memory. */
  private static float[] roundTrip(RowCodec codec, float... row) {
    float[] padded = new float[row.length + 2];
    System.arraycopy(row, 0, padded, 1, row.length);
    MemorySegment wire = MemorySegment.ofArray(new byte[(int) codec.rowBytes(row.length) + 3]);
    codec.encode(MemorySegment.ofArray(padded), Float.BYTES, row.length, wire, 3);
    float[] back = new float[row.length + 1];
    codec.decode(wire, 3, row.length, MemorySegment.ofArray(back), Float.BYTES);
    float[] out = new float[row.length];
    System.arraycopy(back, 1, out, 0, row.length);
    return out;
  }

  @ParameterizedTest
  @MethodSource("lines")
  void errorsStayWithinThePrecision(Line line) {
    Randomly.tries(
        50,
        random -> {
          float[] row = new float[random.nextInt(40)];
          float largest = 0;
          for (int c = 0; c < row.length; c++) {
            row[c] = (float) random.nextGaussian() * 100;
            largest = Math.max(largest, Math.abs(row[c]));
          }
          float[] back = roundTrip(line.codec(), row);
          for (int c = 0; c < row.length; c++) {
            double allowed = line.ofElement * Math.abs(row[c]) + line.ofRow * largest;
            assertTrue(Math.abs(row[c] - back[c]) <= allowed, row[c] + " became " + back[c]);
          }
          if (line.codec().isExact()) {
            assertArrayEquals(row, back);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("lines")
  void zerosAndEmptyRowsStay(Line line) {
    assertEquals(0, roundTrip(line.codec()).length);
    for (float element : roundTrip(line.codec(), 0, -0f, 0)) {
      assertEquals(0, Math.abs(element));
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void infinitiesAndNotANumberStayOrShow(Line line) {
    if (!line.keepsSpecials) {
      float damaged = roundTrip(line.codec(), 1, Float.NaN)[0];
      assertTrue(Float.isNaN(damaged), "an error must show in the whole row");
      return;
    }
    float[] back =
        roundTrip(line.codec(), Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0f);
    assertTrue(Float.isNaN(back[0]));
    assertEquals(Float.POSITIVE_INFINITY, back[1]);
    assertEquals(Float.NEGATIVE_INFINITY, back[2]);
    assertEquals(-0f, back[3]);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void rowsHaveTheStatedSize(Line line) {
    assertEquals(line.bytesOf100, line.codec().rowBytes(100));
    assertEquals(line.codec().isExact(), line.bytesOf100 == 400);
  }

  @Test
  void halvesRoundToTheNearestAndTiesToEven() {
    assertEquals(1 + 0x1p-6f, roundTrip(new Bf16(), 1 + 0x3p-8f)[0]); // a tie, up to even
    assertEquals(1, roundTrip(new Bf16(), 1 + 0x1p-8f)[0]); // a tie, down to even
    assertEquals(1 + 0x1p-7f, roundTrip(new Bf16(), 1 + 0x1.1p-8f)[0]);
    assertEquals(Float.POSITIVE_INFINITY, roundTrip(new Bf16(), Float.MAX_VALUE)[0]);
    assertEquals(Float.POSITIVE_INFINITY, roundTrip(new Fp16(), 70_000)[0]);
    assertEquals(65_504, roundTrip(new Fp16(), 65_504)[0]);
  }

  @Test
  void theLargestElementKeepsItsSize() {
    float[] back = roundTrip(new Int8(), -3, 1.5f, 3e-9f);
    assertEquals(-3, back[0], 1e-6);
    assertEquals(0, back[2]);
    assertEquals(0, roundTrip(new Int8(), 1e-38f)[0]);
  }
}
