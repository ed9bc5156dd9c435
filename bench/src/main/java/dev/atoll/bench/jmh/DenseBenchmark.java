package dev.atoll.bench.jmh;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Kernels on dense matrices of 100,000 rows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgs = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DenseBenchmark {
  private static final int ROWS = 100_000;

  @Param({"1", "2"})
  public int threads;

  @Param({"100", "200"})
  public int inputs;

  @Param("128")
  public int outputs;

  private Cpu cpu;
  private Matrix x;
  private Matrix weight;
  private Matrix out;
  private Matrix gathered;
  private Matrix bias;
  private Buffer rows;

  public DenseBenchmark() {}

  @Setup
  public void open() {
    cpu = new Cpu(threads);
    x = cpu.matrix(ROWS, inputs);
    weight = cpu.matrix(inputs, outputs);
    out = cpu.matrix(ROWS, outputs);
    gathered = cpu.matrix(ROWS, inputs);
    bias = cpu.matrix(1, outputs);
    rows = cpu.rows(ROWS, ROWS);
  }

  @TearDown
  public void close() {
    cpu.close();
  }

  @Benchmark
  public void gemm() {
    cpu.backend().kernels().gemm(false, x, false, weight, 0, out);
  }

  @Benchmark
  public void gemmWeightGradient() {
    cpu.backend().kernels().gemm(true, x, false, out, 0, weight);
  }

  @Benchmark
  public void gather() {
    cpu.backend().kernels().gather(x, rows, gathered);
  }

  @Benchmark
  public void activate() {
    var dropout = new Dropout(0.5f, 1, null);
    cpu.backend().kernels().activate(Activation.RELU, out, bias, dropout, out);
  }
}
