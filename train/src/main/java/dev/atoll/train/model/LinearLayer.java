package dev.atoll.train.model;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import java.util.List;

/** {@code X·W + b}, row by row: knows no neighbours. */
public record LinearLayer(Parameter weight, Parameter bias) {
  static LinearLayer create(ParameterFactory parameters, int inputs, int outputs) {
    return new LinearLayer(
        parameters.glorot("weight", inputs, outputs), parameters.zeros("bias", outputs));
  }

  List<Parameter> parameters() {
    return List.of(weight, bias);
  }

  Var forward(Var x) {
    return x.matmul(x.tape().use(weight)).addRow(x.tape().use(bias));
  }
}
