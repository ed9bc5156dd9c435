package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradientClipTest {
  /** Two parameters with the gradients 3 and 4: together their norm is 5. */
  @ParameterizedTest
  @CsvSource({"10,3,4", "5,3,4", "1,0.6,0.8", "2.5,1.5,2"})
  void allParametersAreClippedTogether(double most, float first, float second) {
    try (var cpu = CpuBackend.open(1);
        var memory = new DeviceMemory(cpu)) {
      List<Parameter> parameters = List.of(parameter(memory, 3), parameter(memory, 4));
      new GradientClip(parameters, most, memory, squares -> squares).apply(cpu.kernels());
      assertEquals(first, gradient(parameters.get(0)), 1e-6);
      assertEquals(second, gradient(parameters.get(1)), 1e-6);
    }
  }

  private static Parameter parameter(DeviceMemory memory, float gradient) {
    var parameter = new Parameter("p" + gradient, memory.matrix(1, 1), memory.matrix(1, 1));
    memory.backend().kernels().fill(7, parameter.value());
    memory.backend().kernels().fill(gradient, parameter.grad());
    return parameter;
  }

  private static float gradient(Parameter parameter) {
    return parameter.grad().data().get(JAVA_FLOAT, 0);
  }
}
