package dev.atoll.tensor.contract;

import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.contract.KernelCase.Shape;
import dev.atoll.tensor.contract.Lab.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Cases of the kernels on sparse matrices. */
final class SparseCases {
  private static final int[] HEADS = {1, 2, 3, 4, 8, 9};
  private static final int[] HEAD_WIDTHS = {1, 3, 8, 16, 17, 32};

  private final List<KernelCase> cases = new ArrayList<>();

  static List<KernelCase> all() {
    var sparse = new SparseCases();
    for (Shape shape : KernelCase.shapes()) {
      sparse.spmm(shape);
      sparse.max(shape, 30);
    }
    for (int rows : new int[] {0, 1, 40}) {
      for (int heads : HEADS) {
        sparse.elements(rows, 40, heads);
        for (int width : HEAD_WIDTHS) {
          sparse.heads(rows, 40, heads, width, Layout.OWN);
        }
      }
    }
    sparse.heads(12, 10, 4, 8, Layout.COLUMNS);
    sparse.heads(12, 10, 3, 7, Layout.ROWS);
    sparse.heads(1200, 30_000, 4, 16, Layout.OWN);
    sparse.heads(300, 20_000, 1, 47, Layout.OWN);
    sparse.elements(3000, 30_000, 1);
    sparse.elements(3000, 30_000, 4);
    sparse.hub();
    sparse.mostlyZero();
    sparse.max(new Shape(40, 33, Layout.OWN), 5000);
    sparse.max(new Shape(40, 130, Layout.COLUMNS), 5000);
    return sparse.cases;
  }

  private void add(String name, Consumer<Lab> check) {
    cases.add(new KernelCase(name, check));
  }

  private void spmm(Shape s) {
    for (int factors = 0; factors < 8; factors++) {
      boolean small = s.rows() * s.cols() < 10_000;
      if (small || factors == 0 || factors == 7) {
        spmm(s, 9, 30, factors, DType.F32, factors % 2);
      }
    }
    spmm(s, 9, 30, 0, DType.F32, 1);
    spmm(s, 9, 30, 6, DType.F32, 0);
    for (DType type : new DType[] {DType.BF16, DType.F16}) {
      spmm(s, 9, 30, 0, type, 0);
      spmm(s, 9, 30, 7, type, 1);
    }
  }

  /** Sparse products from bf16, without and with all factors. */
  static List<KernelCase> bf16(Shape shape) {
    var sparse = new SparseCases();
    sparse.spmm(shape, 30, 200, 0, DType.BF16, 0);
    sparse.spmm(shape, 30, 200, 2, DType.BF16, 1);
    sparse.spmm(shape, 30, 200, 7, DType.BF16, 1);
    return sparse.cases;
  }

  private void hub() {
    for (int cols : new int[] {1, 16, 33, 128, 300}) {
      for (DType type : new DType[] {DType.F32, DType.BF16}) {
        spmm(new Shape(200, cols, Layout.OWN), 500, 30_000, 0, type, 0);
        spmm(new Shape(200, cols, Layout.OWN), 500, 30_000, 7, type, 1);
      }
    }
    spmm(new Shape(5, 17, Layout.OWN), 0, 0, 0, DType.F32, 1);
  }

  /** Any share of zeros, columns that do not fill the last vector, rows of many edges. */
  private void mostlyZero() {
    for (int cols : new int[] {17, 128, 130, 256, 300}) {
      for (DType type : new DType[] {DType.F32, DType.BF16}) {
        spmm(new Shape(300, cols, Layout.OWN), 20, 60, 0, type, 0, 0.75);
        spmm(new Shape(300, cols, Layout.OWN), 20, 60, 6, type, 1, 0.75);
      }
      spmm(new Shape(300, cols, Layout.OWN), 20, 60, 4, DType.F32, 0, 1e-9);
      spmm(new Shape(300, cols, Layout.OWN), 20, 60, 4, DType.F32, 1, 1);
    }
    spmm(new Shape(200, 300, Layout.OWN), 500, 30_000, 2, DType.F32, 0, 0.9);
    spmm(new Shape(200, 130, Layout.OWN), 500, 30_000, 7, DType.F32, 1, 0.75);
    spmm(new Shape(300, 130, Layout.COLUMNS), 20, 60, 0, DType.F32, 1, 0.75);
    spmm(new Shape(300, 130, Layout.ROWS), 20, 60, 4, DType.F32, 0, 0.75);
  }

  private void spmm(Shape s, int sources, int hubEdges, int factors, DType type, float beta) {
    spmm(s, sources, hubEdges, factors, type, beta, 0);
  }

  /**
   * @param factors bit 0: weight, bit 1: row scale, bit 2: column scale
   * @param zeros the share of zeros in x; above 0 the kernel for mostly zero operands is called
   */
  private void spmm(
      Shape s, int sources, int hubEdges, int factors, DType type, float beta, double zeros) {
    add(
        "spmm %s from %d, hub %d, factors %d, %s, beta %s, zeros %s"
            .formatted(s, sources, hubEdges, factors, type, beta, zeros),
        lab -> {
          var a = SparseExample.random(lab.random, s.rows(), sources, hubEdges);
          Dense x =
              zeros == 0
                  ? lab.randomDense(sources, s.cols())
                  : lab.dense(
                      sources,
                      s.cols(),
                      (_, _) -> lab.random.nextDouble() < zeros ? 0 : lab.random.nextDouble(-1, 1));
          Dense old = lab.randomDense(s.rows(), s.cols());
          Dense weight = factors(lab, a.nonZeros(), (factors & 1) != 0);
          Dense rowScale = factors(lab, a.rows(), (factors & 2) != 0);
          Dense columnScale = factors(lab, a.cols(), (factors & 4) != 0);
          Csr csr =
              a.on(lab)
                  .withWeight((factors & 1) != 0 ? lab.floats(weight.elements()) : null)
                  .withScales(
                      (factors & 2) != 0 ? lab.floats(rowScale.elements()) : null,
                      (factors & 4) != 0 ? lab.floats(columnScale.elements()) : null);
          Matrix source =
              type == DType.F32 ? lab.matrix(x, s.layout()) : lab.matrix16(x, type, s.layout());
          Matrix out = DenseCases.destination(lab, s, beta, old);
          if (zeros > 0) {
            lab.kernels.spmmMostlyZero(csr, source, beta, out);
          } else {
            lab.kernels.spmm(csr, source, beta, out);
          }
          lab.expect(
              out,
              hubEdges,
              old.plus(
                  beta,
                  (v, c) ->
                      rowScale.at(v, 0)
                          * a.sum(
                              v, (e, u) -> weight.at(e, 0) * columnScale.at(u, 0) * x.at(u, c))));
        });
  }

  private static Dense factors(Lab lab, int count, boolean present) {
    return present ? lab.randomDense(count, 1) : Dense.of(count, 1, (r, c) -> 1);
  }

  private void max(Shape s, int hubEdges) {
    String name = s + ", hub " + hubEdges;
    add(
        "spmmMax " + name,
        lab -> {
          var a = SparseExample.random(lab.random, s.rows(), 9, hubEdges);
          Dense x = lab.randomDense(9, s.cols());
          Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
          Matrix argmax = lab.unwritten(s.rows(), s.cols(), Layout.OWN, DType.I32);
          lab.kernels.spmmMax(a.on(lab), lab.matrix(x, s.layout()), out, argmax);
          lab.expectBits(
              out,
              (v, c) ->
                  a.rowStart()[v] == a.rowStart()[v + 1] ? 0 : a.max(v, (e, u) -> x.at(u, c)));
          lab.expectInts(argmax, (v, c) -> best(a, x, v, c));
        });
    for (float beta : new float[] {0, 1}) {
      add("spmmMaxBackward beta=" + beta + " " + name, lab -> maxBackward(lab, s, hubEdges, beta));
    }
  }

  private static int best(SparseExample a, Dense x, int v, int c) {
    int best = -1;
    for (int e = (int) a.rowStart()[v]; e < a.rowStart()[v + 1]; e++) {
      int u = a.column()[e];
      best = best < 0 || x.at(u, c) > x.at(best, c) ? u : best;
    }
    return best;
  }

  private static void maxBackward(Lab lab, Shape s, int hubEdges, float beta) {
    int targets = 9;
    var transposed = SparseExample.random(lab.random, s.rows(), targets, hubEdges);
    for (int u = 0; u < s.rows(); u++) {
      Arrays.sort(
          transposed.column(), (int) transposed.rowStart()[u], (int) transposed.rowStart()[u + 1]);
    }
    Dense chosen =
        Dense.of(targets, s.cols(), (v, c) -> lab.random.nextInt(-1, Math.max(1, s.rows())));
    Dense grad = lab.randomDense(targets, s.cols());
    Dense old = lab.randomDense(s.rows(), s.cols());
    Matrix argmax = lab.intMatrix(chosen);
    Matrix gradIn = DenseCases.destination(lab, s, beta, old);
    lab.kernels.spmmMaxBackward(
        transposed.on(lab), argmax, lab.matrix(grad, s.layout()), beta, gradIn);
    lab.expect(
        gradIn,
        targets,
        old.plus(
            beta,
            (u, c) ->
                transposed.sum(
                    u,
                    (e, v) -> {
                      boolean repeat =
                          e > transposed.rowStart()[u] && transposed.column()[e - 1] == v;
                      return !repeat && chosen.at(v, c) == u ? grad.at(v, c) : 0;
                    })));
  }

  private void heads(int rows, int hubEdges, int heads, int width, Layout layout) {
    int sources = 21;
    String name = "%d rows, hub %d, %d×%d %s".formatted(rows, hubEdges, heads, width, layout);
    for (boolean mapped : new boolean[] {false, true}) {
      float beta = mapped ? 1 : 0;
      add(
          "spmmHeads " + name + (mapped ? " mapped, beta 1" : ""),
          lab -> {
            var a = SparseExample.random(lab.random, rows, sources, hubEdges);
            Dense x = lab.randomDense(sources, heads * width);
            Dense values = lab.randomDense(a.nonZeros(), heads);
            Dense old = lab.randomDense(rows, heads * width);
            int[] edgeOf = permutation(lab, a.nonZeros());
            Matrix out = DenseCases.destination(lab, new Shape(rows, 0, layout), beta, old);
            lab.kernels.spmmHeads(
                a.on(lab),
                lab.matrix(values),
                mapped ? lab.ints(edgeOf) : null,
                lab.matrix(x, layout),
                beta,
                out);
            lab.expect(
                out,
                hubEdges,
                old.plus(
                    beta,
                    (v, c) ->
                        a.sum(
                            v,
                            (e, u) -> values.at(mapped ? edgeOf[e] : e, c / width) * x.at(u, c))));
          });
    }
    for (float beta : new float[] {0, 1}) {
      add(
          "edgeDot beta=" + beta + " " + name,
          lab -> {
            var a = SparseExample.random(lab.random, rows, sources, hubEdges);
            Dense left = lab.randomDense(rows, heads * width);
            Dense right = lab.randomDense(sources, heads * width);
            Dense old = lab.randomDense(a.nonZeros(), heads);
            Matrix out = DenseCases.destination(lab, new Shape(0, 0, Layout.OWN), beta, old);
            lab.kernels.edgeDot(
                a.on(lab), lab.matrix(left, layout), lab.matrix(right, layout), beta, out);
            int[] rowOf = a.rowOfEdges();
            lab.expect(
                out,
                width,
                old.plus(
                    beta,
                    (e, h) -> {
                      double sum = 0;
                      for (int c = h * width; c < (h + 1) * width; c++) {
                        sum += left.at(rowOf[e], c) * right.at(a.column()[e], c);
                      }
                      return sum;
                    }));
          });
    }
  }

  private static int[] permutation(Lab lab, int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = lab.random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private void elements(int rows, int hubEdges, int heads) {
    int sources = 13;
    String name = rows + " rows, hub " + hubEdges + ", " + heads + " heads";
    add(
        "edgeAdd " + name,
        lab -> {
          var a = SparseExample.random(lab.random, rows, sources, hubEdges);
          Dense left = lab.randomDense(rows, heads);
          Dense right = lab.randomDense(sources, heads);
          Matrix out = lab.unwritten(a.nonZeros(), heads, Layout.OWN);
          lab.kernels.edgeAdd(a.on(lab), lab.matrix(left), lab.matrix(right), out);
          int[] rowOf = a.rowOfEdges();
          lab.expect(out, 2, (e, h) -> left.at(rowOf[e], h) + right.at(a.column()[e], h));
        });
    for (boolean weighted : new boolean[] {false, true}) {
      add(
          "dropEdges " + name + (weighted ? " weighted" : ""),
          lab -> {
            var a = SparseExample.random(lab.random, rows, sources, hubEdges);
            long[] ids = lab.random.longs(rows).toArray();
            float[] weight = lab.randomDense(a.nonZeros(), 1).elements();
            var dropout = new Dropout(0.3f, 77, lab.longs(ids));
            Matrix out = lab.unwritten(a.nonZeros(), 1, Layout.OWN);
            Csr elements = weighted ? a.on(lab).withWeight(lab.floats(weight)) : a.on(lab);
            lab.kernels.dropEdges(elements, dropout, out);
            int[] rowOf = a.rowOfEdges();
            lab.expect(
                out,
                2,
                (e, _) ->
                    dropout.keeps(ids[rowOf[e]], a.column()[e])
                        ? dropout.scale() * (weighted ? weight[e] : 1)
                        : 0);
          });
    }
    for (boolean mapped : new boolean[] {false, true}) {
      float beta = mapped ? 1 : 0;
      add(
          "sumEdges " + name + (mapped ? " mapped, beta 1" : ""),
          lab -> {
            var a = SparseExample.random(lab.random, rows, sources, hubEdges);
            Dense values = lab.randomDense(a.nonZeros(), heads);
            Dense old = lab.randomDense(rows, heads);
            int[] edgeOf = permutation(lab, a.nonZeros());
            Matrix out = DenseCases.destination(lab, new Shape(0, 0, Layout.OWN), beta, old);
            lab.kernels.sumEdges(
                a.on(lab), lab.matrix(values), mapped ? lab.ints(edgeOf) : null, beta, out);
            lab.expect(
                out,
                hubEdges,
                old.plus(beta, (v, h) -> a.sum(v, (e, u) -> values.at(mapped ? edgeOf[e] : e, h))));
          });
    }
    for (boolean inPlace : new boolean[] {false, true}) {
      add(
          "edgeSoftmax " + name + inPlace(inPlace),
          lab -> softmax(lab, rows, hubEdges, heads, inPlace));
      add(
          "edgeSoftmaxBackward " + name + inPlace(inPlace),
          lab -> softmaxBackward(lab, rows, hubEdges, heads, inPlace));
    }
  }

  private static String inPlace(boolean inPlace) {
    return inPlace ? " in place" : "";
  }

  private static void softmax(Lab lab, int rows, int hubEdges, int heads, boolean inPlace) {
    var a = SparseExample.random(lab.random, rows, 13, hubEdges);
    Dense values =
        lab.dense(
            a.nonZeros(), heads, (e, h) -> lab.random.nextDouble(-1, 1) * (e % 5 == 0 ? 90 : 3));
    Matrix in = lab.matrix(values);
    Matrix out = inPlace ? in : lab.unwritten(a.nonZeros(), heads, Layout.OWN);
    lab.kernels.edgeSoftmax(a.on(lab), in, out);
    int[] rowOf = a.rowOfEdges();
    double[][] logSum = new double[rows][heads];
    for (int v = 0; v < rows; v++) {
      for (int h = 0; h < heads; h++) {
        int head = h;
        double max = a.max(v, (e, u) -> values.at(e, head));
        logSum[v][h] = max + Math.log(a.sum(v, (e, u) -> Math.exp(values.at(e, head) - max)));
      }
    }
    lab.expect(out, 100, (e, h) -> Math.exp(values.at(e, h) - logSum[rowOf[e]][h]));
  }

  private static void softmaxBackward(Lab lab, int rows, int hubEdges, int heads, boolean inPlace) {
    var a = SparseExample.random(lab.random, rows, 13, hubEdges);
    Dense out = lab.randomDense(a.nonZeros(), heads);
    Dense grad = lab.randomDense(a.nonZeros(), heads);
    Matrix gradOut = lab.matrix(grad);
    Matrix gradIn = inPlace ? gradOut : lab.unwritten(a.nonZeros(), heads, Layout.OWN);
    lab.kernels.edgeSoftmaxBackward(a.on(lab), lab.matrix(out), gradOut, gradIn);
    int[] rowOf = a.rowOfEdges();
    double[][] sum = new double[rows][heads];
    for (int v = 0; v < rows; v++) {
      for (int h = 0; h < heads; h++) {
        int head = h;
        sum[v][h] = a.sum(v, (e, u) -> out.at(e, head) * grad.at(e, head));
      }
    }
    lab.expect(gradIn, hubEdges, (e, h) -> out.at(e, h) * (grad.at(e, h) - sum[rowOf[e]][h]));
  }
}
