package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.train.halo.exchange.SplitEdges;

/** {@code A_core·x_core + A_halo·x_halo}, or that and the first of two inputs. */
record SplitAggregate(SplitEdges edges) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix x = in[in.length - 1];
    boolean plus = in.length > 1;
    Matrix out = plus && mayOverwrite ? in[0] : s.workspace().matrix(edges.targets(), x.cols());
    if (plus && !mayOverwrite) {
      s.kernels().copy(in[0], out);
    }
    s.kernels().spmm(edges.core().byRow(), core(x), plus ? 1 : 0, out);
    s.kernels().spmm(edges.halo().byRow(), halo(x), 1, out);
    return out;
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
