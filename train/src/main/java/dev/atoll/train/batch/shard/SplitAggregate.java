package dev.atoll.train.batch.shard;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.train.halo.exchange.SplitEdges;

/**
 * {@code A_core·x_core + A_halo·x_halo}, or that and the first of two inputs.
 *
 * @param haloInFull whether halo rows are read in full precision, as rows are that were received
 */
record SplitAggregate(SplitEdges edges, boolean haloInFull) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix x = in[in.length - 1];
    boolean plus = in.length > 1;
    Matrix out = plus && mayOverwrite ? in[0] : s.workspace().matrix(edges.targets(), x.cols());
    if (plus && !mayOverwrite) {
      s.kernels().copy(in[0], out);
    }
    s.kernels().spmm(edges.core().byRow(), core(x), plus ? 1 : 0, out);
    Matrix halo = haloInFull ? inFull(s, halo(x)) : halo(x);
    s.kernels().spmm(edges.halo().byRow(), halo, 1, out);
    return out;
  }

  private static Matrix inFull(Scratch s, Matrix rows) {
    if (rows.type() == DType.F32) {
      return rows;
    }
    Matrix full = s.workspace().matrix(rows.rows(), rows.cols());
    s.kernels().copy(rows, full);
    return full;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    Gradient rows = gradIn[gradIn.length - 1];
    if (rows != null) {
      rows.add(
          (beta, into) -> {
            s.kernels().spmm(edges.core().byColumn(), gradOut, beta, core(into));
            s.kernels().spmm(edges.halo().byColumn(), gradOut, beta, halo(into));
          });
    }
    if (gradIn.length > 1 && gradIn[0] != null) {
      gradIn[0].takeOver(gradOut);
    }
  }

  private Matrix core(Matrix x) {
    return x.rowsView(0, edges.core().cols());
  }

  private Matrix halo(Matrix x) {
    return x.rowsView(edges.core().cols(), x.rows());
  }
}
