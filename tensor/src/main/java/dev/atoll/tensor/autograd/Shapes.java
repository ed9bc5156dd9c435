package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Checks the shapes of operands; the kernels do not check them again. */
final class Shapes {
  private Shapes() {}

  static void expect(boolean holds, String op, Matrix... in) {
    if (!holds) {
      String shapes = Arrays.stream(in).map(Matrix::shape).collect(Collectors.joining(", "));
      throw new IllegalArgumentException(op + ": the shapes do not fit together: " + shapes);
    }
  }

  static void expectSources(String op, SparseMatrix a, Matrix x) {
    if (a.cols() != x.rows()) {
      throw new IllegalArgumentException(
          "%s: the sparse matrix has %d columns, the input %d rows"
              .formatted(op, a.cols(), x.rows()));
    }
  }

  static void expectEdges(String op, SparseMatrix a, Matrix values) {
    if (a.nonZeros() != values.rows()) {
      throw new IllegalArgumentException(
          "%s: the sparse matrix has %d edges, the values %d rows"
              .formatted(op, a.nonZeros(), values.rows()));
    }
  }
}
