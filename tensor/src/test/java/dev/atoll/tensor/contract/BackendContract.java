package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * What every backend must do: each kernel, on every shape and layout that has ever broken one,
 * against double-precision expectations. A backend joins with one line that opens it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendContract {
  private Backend backend;

  protected BackendContract() {}

  protected abstract Backend open();

  @BeforeAll
  public void start() {
    backend = open();
  }

  @AfterAll
  public void stop() {
    if (backend != null) {
      backend.close();
    }
  }

  /** All cases, for comparisons between backends. */
  static List<KernelCase> cases() {
    return Stream.of(DenseCases.all(), SparseCases.all(), AttentionCases.all(), TrainingCases.all())
        .flatMap(List::stream)
        .toList();
  }

  @TestFactory
  public Stream<DynamicTest> dense() {
    return tests(DenseCases.all());
  }

  @TestFactory
  public Stream<DynamicTest> sparse() {
    return tests(SparseCases.all());
  }

  @TestFactory
  public Stream<DynamicTest> attention() {
    return tests(AttentionCases.all());
  }

  @TestFactory
  public Stream<DynamicTest> training() {
    return tests(TrainingCases.all());
  }

  private Stream<DynamicTest> tests(List<KernelCase> cases) {
    return cases.stream()
        .map(
            kernelCase ->
                DynamicTest.dynamicTest(kernelCase.name(), () -> kernelCase.verify(backend)));
  }

  @Test
  public void whatWasUploadedComesBack() {
    try (var memory = backend.newWorkspace()) {
      for (int cols : KernelCase.WIDTHS) {
        float[] values = new float[7 * cols];
        for (int i = 0; i < values.length; i++) {
          values[i] = i;
        }
        Matrix m = memory.matrix(9, cols + 2).rowsView(1, 8).columnsView(1, cols + 1);
        backend.upload(MemorySegment.ofArray(values), m);
        float[] back = new float[values.length];
        backend.download(m, MemorySegment.ofArray(back));
        assertArrayEquals(values, back);
      }
      long[] ids = {1, 1L << 40, -1};
      Buffer buffer = memory.buffer(DType.I64, 3);
      backend.upload(MemorySegment.ofArray(ids), buffer);
      long[] back = new long[3];
      backend.download(buffer, MemorySegment.ofArray(back));
      assertArrayEquals(ids, back);
    }
  }

  @Test
  public void headersCarryTheDevice() {
    try (var memory = backend.newWorkspace()) {
      assertEquals(backend.device(), memory.matrix(1, 1).device());
      assertEquals(backend.device(), memory.buffer(DType.I32, 1).device());
    }
  }
}
