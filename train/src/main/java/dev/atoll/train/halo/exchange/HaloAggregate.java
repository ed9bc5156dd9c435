package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;

/**
 * {@code A_core·x + A_halo·halo(x)}, with a base {@code base + A_core·x + A_halo·halo(x)}. The
 * first product is computed while halo rows are on the way; backward, {@code A_coreᵀ·g} while
 * {@code A_haloᵀ·g} is sent to the owners. A sum is linear: nothing is kept of the halo rows.
 *
 * <p>Inputs are the base, if there is one, x, and the rows that are sent in place of x, if there
 * are any. Gradients go to x all the same.
 *
 * @param recording whether a backward pass follows; without, halo rows come some columns at a time
 * @param base whether the first input is a base
 * @param mask of the halo rows
 */
record HaloAggregate(
    HaloExchange exchange,
    int layer,
    SplitEdges edges,
    boolean recording,
    boolean base,
    Dropout mask)
    implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix x = in[place()];
    Matrix out = sum(s, in, mayOverwrite);
    float beta = base ? 1 : 0;
    if (recording) {
      try (Transfer outward = exchange.outward(s, layer, in[in.length - 1])) {
        add(s, outward, x, beta, out);
      }
      return out;
    }
    int step = exchange.columnsAtOnce(x.cols());
    for (int from = 0; from < x.cols(); from += step) {
      int to = Math.min(x.cols(), from + step);
      Matrix columns = x.columnsView(from, to);
      try (Transfer outward = exchange.outwardOnce(s, layer, columns)) {
        add(s, outward, columns, beta, out.columnsView(from, to));
      }
    }
    return out;
  }

  /** Where x stands among the inputs. */
  private int place() {
    return base ? 1 : 0;
  }

  private Matrix sum(Scratch s, Matrix[] in, boolean mayOverwrite) {
    if (base && mayOverwrite) {
      return in[0];
    }
    Matrix out = s.workspace().matrix(edges.targets(), in[place()].cols());
    if (base) {
      s.kernels().copy(in[0], out);
    }
    return out;
  }

  private void add(Scratch s, Transfer outward, Matrix x, float beta, Matrix out) {
    s.kernels().spmm(edges.core().byRow(), x, beta, out);
    Matrix halo = s.workspace().matrix(exchange.haloCount(layer), x.cols());
    exchange.fill(s, outward, layer, mask, halo);
    s.kernels().spmm(edges.halo().byRow(), halo, 1, out);
    s.workspace().release(halo);
  }

  /** The gradients that go home are those of the masked rows: owners apply the mask. */
  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    Matrix halo = s.workspace().matrix(exchange.haloCount(layer), gradOut.cols());
    s.kernels().spmm(edges.halo().byColumn(), gradOut, 0, halo);
    Gradient own = gradIn[place()];
    try (Transfer homeward = exchange.homeward(s, layer, halo)) {
      s.workspace().release(halo);
      own.add((beta, into) -> s.kernels().spmm(edges.core().byColumn(), gradOut, beta, into));
      exchange.addGradients(s, homeward, layer, gradOut.cols(), own);
    }
    if (base && gradIn[0] != null) {
      gradIn[0].give(gradOut);
    }
  }
}
