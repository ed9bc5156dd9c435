package dev.atoll.tensor.autograd;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TapeTest {
  @Test
  void tellsOfEachParameterWhenItsGradientIsComplete() {
    try (Backend cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace()) {
      Parameter first = parameter("first", memory, cpu);
      Parameter second = parameter("second", memory, cpu);
      Parameter unused = parameter("unused", memory, cpu);
      var tape = Tape.recording(cpu.kernels(), memory);
      tape.use(unused);
      Matrix x = filled(memory, cpu, 3);
      Var product = tape.constant(x).matmul(tape.use(first)).activate(Activation.IDENTITY);
      Var result = product.matmul(tape.use(second)).matmul(tape.use(first));
      var told = new ArrayList<String>();
      var gradients = new ArrayList<Float>();
      tape.backward(
          result,
          filled(memory, cpu, 1),
          p -> {
            told.add(p.name());
            gradients.add(p.grad().data().get(JAVA_FLOAT, 0));
          });
      assertEquals(List.of("second", "first", "unused"), told);
      // x·a·b·a with x = 3, a = b = 2: by b it is x·a² = 12, by a it is 2·x·a·b = 24
      assertEquals(List.of(12f, 24f, 0f), gradients);
    }
  }

  private static Parameter parameter(String name, Workspace memory, Backend cpu) {
    return new Parameter(name, filled(memory, cpu, 2), filled(memory, cpu, 99));
  }

  private static Matrix filled(Workspace memory, Backend cpu, float value) {
    Matrix m = memory.matrix(1, 1);
    cpu.kernels().fill(value, m);
    return m;
  }
}
