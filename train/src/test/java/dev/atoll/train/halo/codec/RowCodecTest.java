package dev.atoll.train.halo.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RowCodecTest {
  /** A row travels at odd places of the memory on both sides. */
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
  @CsvSource({"FP32,0", "FP16,4.9e-4", "BF16,3.91e-3"})
  void eachCellIsOffByItsPrecision(RowCodec codec, float relative) {
    Randomly.tries(
        50,
        random -> {
          float[] row = new float[random.nextInt(40)];
          for (int c = 0; c < row.length; c++) {
            row[c] = (float) random.nextGaussian();
          }
          float[] back = roundTrip(codec, row);
          for (int c = 0; c < row.length; c++) {
            assertEquals(row[c], back[c], relative * Math.abs(row[c]) + (relative > 0 ? 1e-7 : 0));
          }
        });
  }

  @Test
  void bytesAreOffByHalfALevelOfTheirRow() {
    Randomly.tries(
        50,
        random -> {
          float[] row = new float[1 + random.nextInt(40)];
          float largest = 0;
          for (int c = 0; c < row.length; c++) {
            row[c] = (float) (random.nextGaussian() * 100);
            largest = Math.max(largest, Math.abs(row[c]));
          }
          float[] back = roundTrip(RowCodec.INT8, row);
          for (int c = 0; c < row.length; c++) {
            assertEquals(row[c], back[c], largest / 127 * 0.5001);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void zerosAndEmptyRowsStay(RowCodec codec) {
    assertEquals(0, roundTrip(codec).length);
    for (float cell : roundTrip(codec, 0, -0f, 0)) {
      assertEquals(0, Math.abs(cell));
    }
  }

  @ParameterizedTest
  @CsvSource({"FP32", "FP16", "BF16"})
  void infinitiesAndNotANumberStay(RowCodec codec) {
    float[] back =
        roundTrip(codec, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0f);
    assertTrue(Float.isNaN(back[0]));
    assertEquals(Float.POSITIVE_INFINITY, back[1]);
    assertEquals(Float.NEGATIVE_INFINITY, back[2]);
    assertEquals(-0f, back[3]);
  }

  @Test
  void halvesRoundToTheNearestAndTiesToEven() {
    assertEquals(1 + 0x1p-6f, roundTrip(RowCodec.BF16, 1 + 0x3p-8f)[0]); // a tie, up to even
    assertEquals(1, roundTrip(RowCodec.BF16, 1 + 0x1p-8f)[0]); // a tie, down to even
    assertEquals(1 + 0x1p-7f, roundTrip(RowCodec.BF16, 1 + 0x1.1p-8f)[0]);
    assertEquals(Float.POSITIVE_INFINITY, roundTrip(RowCodec.BF16, Float.MAX_VALUE)[0]);
    assertEquals(Float.POSITIVE_INFINITY, roundTrip(RowCodec.FP16, 70_000)[0]);
    assertEquals(65_504, roundTrip(RowCodec.FP16, 65_504)[0]);
  }

  @Test
  void rowsShrinkAsTheySay() {
    assertEquals(400, RowCodec.FP32.rowBytes(100));
    assertEquals(200, RowCodec.FP16.rowBytes(100));
    assertEquals(200, RowCodec.BF16.rowBytes(100));
    assertEquals(104, RowCodec.INT8.rowBytes(100));
  }

  @Test
  void theLargestCellKeepsItsSize() {
    float[] back = roundTrip(RowCodec.INT8, -3, 1.5f, 3e-9f);
    assertEquals(-3, back[0], 1e-6);
    assertEquals(0, back[2]);
    assertEquals(0, roundTrip(RowCodec.INT8, 1e-38f)[0]);
    assertTrue(Float.isNaN(roundTrip(RowCodec.INT8, 1, Float.NaN)[0]), "damage must show");
  }
}
