package dev.atoll.train.model.decode;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.model.LinearLayer;
import dev.atoll.train.model.ParameterFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of one hidden layer over two rows: {@code relu(x + b)·W + c}, where x is {@code (h ⊙
 * t)·A} for link prediction, with one score, or {@code h·A + t·B} for relations, which may differ
 * by direction.
 */
public final class PairNetwork implements Decoder {
  private final Parameter first;
  private final Parameter second;
  private final Parameter bias;
  private final LinearLayer output;

  private PairNetwork(Parameter first, Parameter second, Parameter bias, LinearLayer output) {
    this.first = first;
    this.second = second;
    this.bias = bias;
    this.output = output;
  }

  static PairNetwork ofProduct(int width, ParameterFactory parameters) {
    return new PairNetwork(
        parameters.glorot("product", width, width),
        null,
        parameters.zeros("bias", width),
        LinearLayer.create(parameters.within("output"), width, 1));
  }

  /** A network of both rows, with one output per relation. */
  public static PairNetwork ofBoth(int width, int kinds, ParameterFactory parameters) {
    return new PairNetwork(
        parameters.glorot("head", width, width),
        parameters.glorot("tail", width, width),
        parameters.zeros("bias", width),
        LinearLayer.create(parameters.within("output"), width, kinds));
  }

  @Override
  public List<Parameter> parameters() {
    var all = new ArrayList<Parameter>();
    all.add(first);
    if (second != null) {
      all.add(second);
    }
    all.add(bias);
    all.addAll(output.parameters());
    return all;
  }

  @Override
  public Var pairs(Var heads, Var tails, Buffer relations) {
    var tape = heads.tape();
    Var hidden =
        second == null
            ? heads.multiply(tails).matmul(tape.use(first))
            : heads.matmul(tape.use(first), tails, tape.use(second));
    return output.forward(hidden.activate(Activation.RELU, tape.use(bias), Dropout.NONE));
  }
}
