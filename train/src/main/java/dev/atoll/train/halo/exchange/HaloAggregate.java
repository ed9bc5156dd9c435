package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;

/**
 * {@code A_core·x + A_halo·halo(x)}, with a base {@code base + A_core·x + A_halo·halo(x)}. The
 * first product is computed while halo rows are on the way; backward, {@code A_coreᵀ·g} while
 * {@code A_haloᵀ·g} is sent to the owners. A sum is linear, so the backward pass needs no halo rows
 * and none are stored.
 *
 * <p>Inputs are the base, if there is one, x, and the rows that are sent in place of x, if there
 * are any. Gradients always go to x.
 *
 * @param recording whether a backward pass follows; otherwise halo rows are received some columns
 *     at a time
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
      try (Transfer embeddings = exchange.sendEmbeddings(s, layer, in[in.length - 1])) {
        add(s, embeddings, x, beta, out);
      }
      return out;
    }
    int step = exchange.columnsAtOnce(x.cols());
    for (int from = 0; from < x.cols(); from += step) {
      int to = Math.min(x.cols(), from + step);
      Matrix columns = x.columnsView(from, to);
      try (Transfer embeddings = exchange.sendColumns(s, layer, columns)) {
        add(s, embeddings, columns, beta, out.columnsView(from, to));
      }
    }
    return out;
  }

  /** The index of x among the inputs. */
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

  private void add(Scratch s, Transfer embeddings, Matrix x, float beta, Matrix out) {
    s.kernels().spmm(edges.core().byRow(), x, beta, out);
    exchange.read(
        s,
        embeddings,
        layer,
        mask,
        x.cols(),
        halo -> s.kernels().spmm(edges.halo().byRow(), halo, 1, out));
  }

  /** Owners receive the gradients of the masked rows and apply the mask. */
  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    exchange.clip(s, gradOut);
    Gradient own = gradIn[place()];
    try (Transfer gradients = exchange.sendGradients(s, layer, edges.halo().byColumn(), gradOut)) {
      own.add((beta, into) -> s.kernels().spmm(edges.core().byColumn(), gradOut, beta, into));
      exchange.addGradients(s, gradients, layer, gradOut.cols(), own);
    }
    if (base && gradIn[0] != null) {
      gradIn[0].takeOver(gradOut);
    }
  }
}
