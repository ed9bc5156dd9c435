package dev.atoll.train.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Makes parameters with their first values, which depend on the seed and the parameter's name only.
 */
public final class ParameterFactory {
  private final DeviceMemory memory;
  private final RandomKey key;
  private final String prefix;

  public ParameterFactory(DeviceMemory memory, RandomKey key) {
    this(memory, key, "");
  }

  private ParameterFactory(DeviceMemory memory, RandomKey key, String prefix) {
    this.memory = memory;
    this.key = key;
    this.prefix = prefix;
  }

  /** Names from here on begin with {@code name.}. */
  public ParameterFactory within(String name) {
    return new ParameterFactory(memory, key, prefix + name + ".");
  }

  /** Uniform in ±√(6/(inputs + outputs)) (Glorot and Bengio 2010). */
  public Parameter glorot(String name, int inputs, int outputs) {
    return uniform(name, inputs, outputs, Math.sqrt(6.0 / (inputs + outputs)));
  }

  /** One row of {@code groups · width} values, each group initialised as a separate vector. */
  public Parameter glorotRow(String name, int groups, int width) {
    return uniform(name, 1, groups * width, Math.sqrt(6.0 / (width + 1)));
  }

  /** A row of zeros. */
  public Parameter zeros(String name, int width) {
    return constant(name, width, 0);
  }

  /** A row of ones. */
  public Parameter ones(String name, int width) {
    return constant(name, width, 1);
  }

  /** A matrix that is not trained, all of one value. */
  public Matrix fixed(int rows, int cols, float value) {
    Matrix values = memory.matrix(rows, cols);
    memory.backend().kernels().fill(value, values);
    return values;
  }

  private Parameter constant(String name, int width, float value) {
    return parameter(name, fixed(1, width, value));
  }

  private Parameter uniform(String name, int rows, int cols, double bound) {
    RandomKey own = key.child(prefix + name);
    Matrix values = memory.matrix(rows, cols);
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment packed = scratch.allocate(JAVA_FLOAT, (long) rows * cols);
      for (long i = 0; i < (long) rows * cols; i++) {
        packed.setAtIndex(JAVA_FLOAT, i, (float) ((2 * own.unit(i) - 1) * bound));
      }
      memory.backend().upload(packed, values);
    }
    return parameter(name, values);
  }

  private Parameter parameter(String name, Matrix value) {
    return new Parameter(prefix + name, value, memory.matrix(value.rows(), value.cols()));
  }
}
