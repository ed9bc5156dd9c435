package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;

/** Concatenates own rows and halo rows. */
record ConcatHalo(HaloExchange exchange, int layer) implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix own = in[0];
    Matrix out = s.workspace().matrix(own.rows() + exchange.haloCount(layer), own.cols());
    try (Transfer outward = exchange.outward(s, layer, own)) {
      s.kernels().copy(own, out.rowsView(0, own.rows()));
      exchange.fill(outward, layer, out.rowsView(own.rows(), out.rows()));
    }
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    int own = in[0].rows();
    try (Transfer homeward = exchange.homeward(s, layer, gradOut.rowsView(own, gradOut.rows()))) {
      gradIn[0].add((beta, into) -> s.kernels().add(1, gradOut.rowsView(0, own), beta, into));
      exchange.addGradients(s, homeward, layer, gradOut.cols(), gradIn[0]);
    }
  }
}
