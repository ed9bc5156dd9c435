package dev.atoll.train.model;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import java.util.List;

/** {@code X·W + b}, row by row: knows no neighbours. */
public record LinearLayer(Parameter weight, Parameter bias) {
  /** A layer with new parameters: weights after Glorot, a bias of zeros. */
  public static LinearLayer create(ParameterFactory parameters, int inputs, int outputs) {
    return new LinearLayer(
        parameters.glorot("weight", inputs, outputs), parameters.zeros("bias", outputs));
  }

  /** Its weight and bias. */
  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }

  /** The outputs of rows. */
  public Var forward(Var x) {
    return x.matmul(x.tape().use(weight)).addRow(x.tape().use(bias));
  }
}
