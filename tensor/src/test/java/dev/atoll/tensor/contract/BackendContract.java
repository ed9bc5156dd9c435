package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;

/**
 * The contract of every backend: each kernel, on every shape and layout that has ever broken one,
 * against double-precision expectations. A backend joins with one line that opens it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendContract {
  /**
   * Pattern of the names of small cases: few rows and columns, but not zero; and of cases with many
   * zeros.
   */
  private static final String SMALL =
      "spmm .*zeros 0\\.[1-9].*|(?!.*([0-9]{3}|\\b0 rows|\\b0×|×0)).*";

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

  /** The cases of all kernels, for comparisons between backends. */
  static List<KernelCase> cases() {
    return Stream.of(DenseCases.all(), SparseCases.all(), AttentionCases.all(), TrainingCases.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Two small cases of every kind: few rows and columns, but not zero. */
  private static List<KernelCase> someSmallOnes() {
    return cases().stream()
        .filter(kernelCase -> kernelCase.name().matches(SMALL))
        .collect(Collectors.groupingBy(kernelCase -> kernelCase.name().replaceAll("[0-9.]+", "#")))
        .values()
        .stream()
        .flatMap(kind -> kind.reversed().stream().limit(2))
        .toList();
  }

  /**
   * Cases of every kernel, spread over its shapes.
   *
   * @param most of one kernel
   */
  static List<KernelCase> someOfEveryKernel(int most) {
    Map<String, List<KernelCase>> byKernel =
        cases().stream()
            .collect(Collectors.groupingBy(kernelCase -> kernelCase.name().split(" ", 2)[0]));
    List<KernelCase> some = new ArrayList<>();
    for (List<KernelCase> cases : new TreeMap<>(byKernel).values()) {
      int step = Math.ceilDiv(cases.size(), most);
      for (int i = 0; i < cases.size(); i += step) {
        some.add(cases.get(i));
      }
    }
    return some;
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

  /**
   * Elements of another type have another length: half of the destination would keep its old
   * content.
   */
  @Test
  public void copiesOfAnotherLengthAreRefused() {
    try (var memory = backend.newWorkspace()) {
      Matrix half = memory.matrix(3, 5, DType.BF16);
      MemorySegment full = MemorySegment.ofArray(new float[15]);
      assertRefused("60", "30", () -> backend.download(half, full));
      assertRefused("60", "30", () -> backend.upload(full, half));
      Matrix wide = memory.matrix(3, 5);
      MemorySegment narrow = MemorySegment.ofArray(new short[15]);
      assertRefused("30", "60", () -> backend.download(wide, narrow));
      assertRefused("30", "60", () -> backend.upload(narrow, wide));
      Buffer ids = memory.buffer(DType.I64, 4);
      MemorySegment ints = MemorySegment.ofArray(new int[4]);
      assertRefused("16", "32", () -> backend.download(ids, ints));
      assertRefused("16", "32", () -> backend.upload(ints, ids));
    }
  }

  private static void assertRefused(String found, String expected, Executable copy) {
    String message = assertThrows(IllegalArgumentException.class, copy).getMessage();
    assertTrue(
        message.contains(found + " bytes") && message.contains(expected + " bytes"), message);
  }

  /** Kernels on the host work on addresses, which hold nothing where memory is closed. */
  @Test
  public void memoryThatIsNotThereIsRefused() {
    assumeTrue(backend.device().kind() == Device.Kind.CPU, "a device's memory is its own");
    var refusals = new MemoryRefusals(backend);
    someSmallOnes().forEach(refusals::check);
    refusals.assertAllWereRefused();
  }

  @Test
  public void headersCarryTheDevice() {
    try (var memory = backend.newWorkspace()) {
      assertEquals(backend.device(), memory.matrix(1, 1).device());
      assertEquals(backend.device(), memory.buffer(DType.I32, 1).device());
    }
  }
}
