package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;

/**
 * Concatenates own rows and halo rows.
 *
 * @param mask of the halo rows; the second input, if there is one, is sent in place of the first
 */
record ConcatHalo(HaloExchange exchange, int layer, Dropout mask) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix own = in[0];
    Matrix out = s.workspace().matrix(own.rows() + exchange.haloCount(layer), own.cols());
    try (Transfer embeddings = exchange.sendEmbeddings(s, layer, in[in.length - 1])) {
      s.kernels().copy(own, out.rowsView(0, own.rows()));
      exchange.fill(s, embeddings, layer, mask, out.rowsView(own.rows(), out.rows()));
    }
    return out;
  }

  /** Owners receive the gradients of the masked rows and apply the mask. */
  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    exchange.clip(s, gradOut);
    int own = in[0].rows();
    try (Transfer gradients =
        exchange.sendGradients(s, layer, gradOut.rowsView(own, gradOut.rows()))) {
      gradIn[0].add((beta, into) -> s.kernels().add(1, gradOut.rowsView(0, own), beta, into));
      exchange.addGradients(s, gradients, layer, gradOut.cols(), gradIn[0]);
    }
  }
}
