package dev.atoll.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large dense products in full precision: against double precision, and which they are. */
final class SplitProductsTest {
  /** Root mean square of the error over that of the result; sums of floats have 1e-7 to 2e-6. */
  private static final double TOLERANCE = 1.5e-6;

  /** A product: {@code out} is rows × cols, {@code inner} elements are summed. */
  private record Case(int rows, int inner, int cols, boolean transposeA, boolean transposeB) {}

  @ParameterizedTest
  @CsvSource({
    "16384, 256, 256, false, false, 0, -1",
    "16385, 100, 200, false, false, 0.5, -1",
    "20001, 33, 130, false, true, 1, 0",
    "16500, 602, 128, false, false, 0, -1",
    "17000, 47, 256, false, true, 0, 0",
    "256, 20000, 256, true, false, 0, -1",
    "100, 16385, 250, true, false, 1, 0",
    "602, 16400, 129, true, false, 0, -1",
  })
  void productsAreAsAccurateAsSumsOfFloats(
      int rows,
      int inner,
      int cols,
      boolean transposeA,
      boolean transposeB,
      float beta,
      float smallest) {
    var product = new Case(rows, inner, cols, transposeA, transposeB);
    float[] a = random(1, rows * inner, smallest);
    float[] b = random(2, inner * cols, smallest);
    float[] before = random(3, rows * cols, smallest);
    float[] result = onGpu(CudaOptions.of(1), product, a, b, beta, before);
    assertNear(reference(product, a, b, beta, before), result, TOLERANCE);
    assertArrayEquals(result, onGpu(CudaOptions.of(1), product, a, b, beta, before), "again");
  }

  @Test
  void copiedRightFactorsGiveTheSameProduct() {
    var product = new Case(16400, 100, 130, false, false);
    float[] a = random(1, 16400 * 100, -1);
    float[] b = random(2, 100 * 130, -1);
    float[] before = random(3, 16400 * 130, -1);
    var rounded = CudaOptions.of(1).withTensorFloats(true);
    float[] result = onGpu(rounded, product, a, b, 1, before);
    assertNear(reference(product, a, b, 1, before), result, 1e-3);
  }

  private static void assertNear(double[] expected, float[] result, double tolerance) {
    double error = 0;
    double size = 0;
    for (int i = 0; i < expected.length; i++) {
      error += Math.pow(result[i] - expected[i], 2);
      size += Math.pow(expected[i], 2);
    }
    assertTrue(Math.sqrt(error / size) < tolerance, "error " + Math.sqrt(error / size));
  }

  @Test
  void aLostRunShows() {
    var product = new Case(16384, 128, 128, false, false);
    float[] a = random(1, 16384 * 128, -1);
    a[5 * 128 + 3] = Float.NaN;
    a[7 * 128] = Float.POSITIVE_INFINITY;
    float[] out =
        onGpu(CudaOptions.of(1), product, a, random(2, 128 * 128, -1), 0, new float[16384 * 128]);
    assertTrue(Float.isNaN(out[5 * 128]));
    assertTrue(!Float.isFinite(out[7 * 128]));
    assertTrue(Float.isFinite(out[6 * 128]));
  }

  @Test
  void smallAndNarrowProductsAreLeftToTheLibrary() {
    assertTrue(takes(false, 1 << 20, 256, 256));
    assertTrue(takes(false, 1 << 20, 100, 256));
    assertTrue(takes(true, 256, 1 << 20, 256));
    assertEquals(false, takes(false, 1 << 20, 256, 47), "mostly padding");
    assertEquals(false, takes(false, 1000, 256, 256), "few rows");
    assertEquals(false, takes(true, 256, 1000, 256), "short sums");
    assertEquals(false, takes(false, 1 << 20, 8000, 256), "wide");
    assertEquals(false, takes(true, 16, 1 << 20, 256), "mostly padding");
  }

  private static boolean takes(boolean transposeA, int rows, int inner, int cols) {
    Matrix a = transposeA ? shape(inner, rows) : shape(rows, inner);
    return SplitProducts.takes(transposeA, a, false, shape(inner, cols), shape(rows, cols));
  }

  private static Matrix shape(int rows, int cols) {
    long bytes = Matrix.bytesFor(rows, cols, DType.F32);
    MemorySegment nowhere = MemorySegment.ofAddress(256).reinterpret(bytes);
    return new Matrix(Device.CPU, rows, cols, Matrix.strideFor(cols), DType.F32, nowhere);
  }

  private static float[] random(long key, int count, float smallest) {
    var random = new SplittableRandom(key);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = smallest + (1 - smallest) * (float) random.nextDouble();
    }
    return values;
  }

  /** Factors are between columns of NaN, which must not be read as elements. */
  private static float[] onGpu(
      CudaOptions options, Case product, float[] a, float[] b, float beta, float[] before) {
    try (var gpu = Gpus.open(options);
        var memory = gpu.newWorkspace()) {
      var uploads = new Uploads(gpu, memory);
      Matrix left =
          product.transposeA
              ? uploads.of(product.inner, product.rows, a)
              : uploads.of(product.rows, product.inner, a);
      Matrix right =
          product.transposeB
              ? uploads.of(product.cols, product.inner, b)
              : uploads.of(product.inner, product.cols, b);
      Matrix out = uploads.of(product.rows, product.cols, before);
      gpu.kernels().gemm(product.transposeA, left, product.transposeB, right, beta, out);
      float[] result = new float[before.length];
      gpu.download(out, MemorySegment.ofArray(result));
      return result;
    }
  }

  /** Uploads matrices as the first columns of wider ones that hold NaN. */
  private record Uploads(CudaBackend gpu, Workspace memory) {
    private static final int BESIDE = 5;

    Matrix of(int rows, int cols, float[] values) {
      Matrix wide = memory.matrix(rows, cols + BESIDE);
      float[] all = new float[rows * (cols + BESIDE)];
      Arrays.fill(all, Float.NaN);
      for (int r = 0; r < rows; r++) {
        System.arraycopy(values, r * cols, all, r * (cols + BESIDE), cols);
      }
      gpu.upload(MemorySegment.ofArray(all), wide);
      return wide.columnsView(0, cols);
    }
  }

  private static double[] reference(
      Case product, float[] a, float[] b, float beta, float[] before) {
    double[] out = new double[before.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (double) beta * before[i];
    }
    for (int r = 0; r < product.rows; r++) {
      for (int k = 0; k < product.inner; k++) {
        double x = a[product.transposeA ? k * product.rows + r : r * product.inner + k];
        for (int c = 0; c < product.cols; c++) {
          out[r * product.cols + c] +=
              x * b[product.transposeB ? c * product.inner + k : k * product.cols + c];
        }
      }
    }
    return out;
  }
}
