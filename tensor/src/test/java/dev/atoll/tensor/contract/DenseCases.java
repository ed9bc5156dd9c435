package dev.atoll.tensor.contract;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.contract.KernelCase.Shape;
import dev.atoll.tensor.contract.Lab.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Cases of the kernels on dense matrices without training's own. */
final class DenseCases {
  private final List<KernelCase> cases = new ArrayList<>();

  static List<KernelCase> all() {
    var dense = new DenseCases();
    for (Shape shape : KernelCase.shapes()) {
      dense.elements(shape);
      dense.rows(shape);
      dense.reductions(shape);
      for (DType type : new DType[] {DType.F32, DType.BF16, DType.F16}) {
        dense.conversions(shape, type);
        dense.gather(shape, type);
      }
    }
    dense.gemm();
    return dense.cases;
  }

  private void add(String name, Consumer<Lab> check) {
    cases.add(new KernelCase(name, check));
  }

  private void elements(Shape s) {
    add(
        "fill " + s,
        lab -> {
          Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
          lab.kernels.fill(1.5f, out);
          lab.expectBits(out, (r, c) -> 1.5);
        });
    for (float beta : new float[] {0, 1, 0.5f}) {
      add(
          "add beta=" + beta + " " + s,
          lab -> {
            Dense x = lab.randomDense(s.rows(), s.cols());
            Dense old = lab.randomDense(s.rows(), s.cols());
            Matrix out = destination(lab, s, beta, old);
            lab.kernels.add(-2.5f, lab.matrix(x, s.layout()), beta, out);
            lab.expect(out, 2, old.plus(beta, (r, c) -> -2.5 * x.at(r, c)));
          });
    }
    for (float beta : new float[] {0, 1}) {
      add(
          "multiply beta=" + beta + " " + s,
          lab -> {
            Dense x = lab.randomDense(s.rows(), s.cols());
            Dense y = lab.randomDense(s.rows(), s.cols());
            Dense old = lab.randomDense(s.rows(), s.cols());
            Matrix out = destination(lab, s, beta, old);
            lab.kernels.multiply(lab.matrix(x, s.layout()), lab.matrix(y), beta, out);
            lab.expect(out, 2, old.plus(beta, (r, c) -> x.at(r, c) * y.at(r, c)));
          });
    }
  }

  /** A destination with values if the kernel adds to it, with NaN if it overwrites. */
  static Matrix destination(Lab lab, Shape s, float beta, Dense old) {
    return beta == 0
        ? lab.unwritten(old.rows(), old.cols(), s.layout())
        : lab.matrix(old, s.layout());
  }

  private void rows(Shape s) {
    int few = Math.max(1, s.rows() / 2);
    for (DType ids : new DType[] {DType.I32, DType.I64}) {
      add(
          "scatterAdd " + ids + " " + s,
          lab -> scatter(lab, s, ids, few, lab.random.ints(s.rows(), 0, few).toArray()));
      add(
          "scatterAdd of ascending rows " + ids + " " + s,
          lab -> {
            int[] rows = new int[s.rows()];
            Arrays.setAll(rows, i -> 2 * i + lab.random.nextInt(2));
            scatter(lab, s, ids, 2 * Math.max(1, s.rows()), rows);
          });
    }
  }

  private static void scatter(Lab lab, Shape s, DType ids, int targets, int[] rows) {
    Dense x = lab.randomDense(s.rows(), s.cols());
    Dense old = lab.randomDense(targets, s.cols());
    Dense sums = Dense.of(targets, s.cols(), old::at);
    double[] expected = new double[targets * s.cols()];
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < s.cols(); c++) {
        expected[rows[i] * s.cols() + c] += x.at(i, c);
      }
    }
    Matrix out = lab.matrix(old, s.layout());
    lab.kernels.scatterAdd(lab.matrix(x, s.layout()), ids(lab, ids, rows), out);
    lab.expect(out, 20, sums.plus(1, (r, c) -> expected[r * s.cols() + c]));
  }

  private static Buffer ids(Lab lab, DType type, int[] rows) {
    return type == DType.I32
        ? lab.ints(rows)
        : lab.longs(Arrays.stream(rows).asLongStream().toArray());
  }

  private void reductions(Shape s) {
    for (float beta : new float[] {0, 1}) {
      add(
          "sumRows beta=" + beta + " " + s,
          lab -> {
            Dense x = lab.randomDense(s.rows(), s.cols());
            Dense old = lab.randomDense(1, s.cols());
            Matrix out = destination(lab, s, beta, old);
            lab.kernels.sumRows(lab.matrix(x, s.layout()), beta, out);
            lab.expect(out, s.rows(), old.plus(beta, (r, c) -> columnSum(x, c)));
          });
    }
    add(
        "sumOfSquares " + s,
        lab -> {
          Dense x = lab.randomDense(s.rows(), s.cols());
          Matrix out = lab.unwritten(1, 1, Layout.OWN, DType.F32);
          lab.kernels.sumOfSquares(lab.matrix(x, s.layout()), out);
          double sum = 0;
          for (float cell : x.elements()) {
            sum += (double) cell * cell;
          }
          double expected = sum;
          lab.expect(out, 1, (r, c) -> expected);
        });
  }

  private static double columnSum(Dense x, int column) {
    double sum = 0;
    for (int r = 0; r < x.rows(); r++) {
      sum += x.at(r, column);
    }
    return sum;
  }

  private void conversions(Shape s, DType type) {
    add(
        "copy " + type + " to F32 " + s,
        lab -> {
          Dense x = lab.randomDense(s.rows(), s.cols());
          Matrix from = source(lab, x, type, s.layout());
          Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
          lab.kernels.copy(from, out);
          lab.expectBits(out, x::at);
        });
    if (type != DType.F32) {
      add("copy F32 to " + type + " " + s, lab -> roundTrip(lab, s, type));
    }
  }

  private static void roundTrip(Lab lab, Shape s, DType type) {
    float[] hard = {
      0f, -0f, 1 / 3f, 65504f, 65520f, 1e-7f, 6e-8f, 3e38f, Float.POSITIVE_INFINITY, 257 / 256f
    };
    Dense x =
        Dense.of(
            s.rows(),
            s.cols(),
            (r, c) -> c < hard.length && r == 0 ? hard[c] : lab.random.nextDouble(-9, 9));
    Matrix narrow = lab.unwritten(s.rows(), s.cols(), s.layout(), type);
    Matrix back = lab.unwritten(s.rows(), s.cols(), Layout.OWN, DType.F32);
    lab.kernels.copy(lab.inFull(x, s.layout()), narrow);
    lab.kernels.copy(narrow, back);
    lab.expectBits(back, (r, c) -> Lab.value16(type, Lab.bits16(type, (float) x.at(r, c))));
  }

  private static Matrix source(Lab lab, Dense x, DType type, Layout layout) {
    return type == DType.F32 ? lab.inFull(x, layout) : lab.matrix16(x, type, layout);
  }

  private void gather(Shape s, DType type) {
    for (DType idType : new DType[] {DType.I32, DType.I64}) {
      add(
          "gather " + type + " by " + idType + " " + s,
          lab -> {
            Dense x = lab.randomDense(11, s.cols());
            int[] rows = lab.random.ints(s.rows(), 0, 11).toArray();
            Matrix from = source(lab, x, type, s.layout());
            Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
            lab.kernels.gather(from, ids(lab, idType, rows), out);
            lab.expectBits(out, (r, c) -> x.at(rows[r], c));
          });
    }
  }

  private void gemm() {
    int[][] sizes = {
      {0, 3, 4},
      {3, 0, 4},
      {3, 4, 0},
      {1, 1, 1},
      {7, 5, 3},
      {9, 16, 17},
      {33, 31, 15},
      {65, 100, 47},
      {17, 129, 130},
      {5, 602, 41},
      {100, 1, 64},
      {1, 300, 1},
      {1500, 17, 33},
      {40, 5000, 18},
      {130, 9000, 8},
      {20, 4500, 70}
    };
    for (int[] size : sizes) {
      for (Layout layout : Layout.values()) {
        gemm(size[0], size[1], size[2], layout, 0);
      }
      gemm(size[0], size[1], size[2], Layout.OWN, 1);
      gemm(size[0], size[1], size[2], Layout.OWN, 0.5f);
    }
  }

  private void gemm(int m, int k, int n, Layout layout, float beta) {
    for (int transposed = 0; transposed < 4; transposed++) {
      boolean transposeA = (transposed & 1) != 0;
      boolean transposeB = (transposed & 2) != 0;
      String letters = (transposeA ? "T" : "N") + (transposeB ? "T" : "N");
      add(
          "gemm %s %d×%d×%d beta=%s %s".formatted(letters, m, k, n, beta, layout),
          lab -> {
            Dense a = transposeA ? lab.randomDense(k, m) : lab.randomDense(m, k);
            Dense b = transposeB ? lab.randomDense(n, k) : lab.randomDense(k, n);
            Dense old = lab.randomDense(m, n);
            Matrix out = destination(lab, new Shape(m, n, layout), beta, old);
            lab.kernels.gemm(
                transposeA, lab.matrix(a, layout), transposeB, lab.matrix(b, layout), beta, out);
            lab.expect(
                out, k, old.plus(beta, (i, j) -> dot(transposeA, a, transposeB, b, k, i, j)));
          });
    }
  }

  private static double dot(
      boolean transposeA, Dense a, boolean transposeB, Dense b, int k, int i, int j) {
    double sum = 0;
    for (int l = 0; l < k; l++) {
      sum += (transposeA ? a.at(l, i) : a.at(i, l)) * (transposeB ? b.at(j, l) : b.at(l, j));
    }
    return sum;
  }
}
