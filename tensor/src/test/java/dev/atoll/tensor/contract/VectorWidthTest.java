package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.contract.KernelCase.Shape;
import dev.atoll.tensor.contract.Lab.Layout;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.testkit.ChildJvm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Portable kernels give the same bits whatever the width of vectors, which is fixed when a process
 * starts.
 */
final class VectorWidthTest {
  private static final int CASES_PER_KERNEL = 60;
  private static final int KERNELS = 25;
  private static final String BACKEND = "backend";

  /** Results of this process, whose vectors are as wide as they can be. */
  private static Map<String, String> widest;

  @ParameterizedTest
  @ValueSource(ints = {16, 32})
  void bitsDoNotDependOnTheWidthOfVectors(int bytes) throws InterruptedException {
    widest = widest == null ? results() : widest;
    Map<String, String> narrower = new LinkedHashMap<>();
    new ChildJvm(List.of("-XX:MaxVectorSize=" + bytes), Map.of())
        .run(VectorWidthTest.class).stream()
            .map(line -> line.split("\t", 2))
            .forEach(cells -> narrower.put(cells[0], cells[1]));
    assertEquals(widest.keySet(), narrower.keySet());
    assumeTrue(
        !widest.get(BACKEND).equals(narrower.get(BACKEND)),
        () -> "no vectors wider than " + bytes + " bytes here: " + widest.get(BACKEND));
    List<String> different =
        widest.keySet().stream()
            .filter(name -> !name.equals(BACKEND))
            .filter(name -> !widest.get(name).equals(narrower.get(name)))
            .toList();
    assertTrue(different.isEmpty(), () -> narrower.get(BACKEND) + " differs: " + different);
  }

  /** The process of another width: prints its results. */
  public static void main(String[] args) {
    results().forEach((name, digest) -> System.out.println(name + "\t" + digest));
  }

  /** A digest of every case's results, by its name, and the backend's description. */
  private static Map<String, String> results() {
    Map<String, String> results = new LinkedHashMap<>();
    CpuOptions portable = CpuOptions.of(1).withKernels(KernelSet.PORTABLE);
    try (var backend = CpuBackend.open(portable);
        var bf16 = CpuBackend.open(portable.withActivations(DType.BF16))) {
      results.put(BACKEND, backend.describe());
      for (KernelCase kernelCase : someOfEveryKernel()) {
        results.put(kernelCase.name(), digest(kernelCase, backend));
      }
      for (KernelCase kernelCase : ofBf16()) {
        results.put("bf16 " + kernelCase.name(), digest(kernelCase, bf16));
      }
    }
    return results;
  }

  private static String digest(KernelCase kernelCase, Backend backend) {
    int digest = 0;
    for (int[] bits : kernelCase.outcome(backend).bits()) {
      digest = 31 * digest + Arrays.hashCode(bits);
    }
    return Integer.toHexString(digest);
  }

  /** Kernels that take bf16 themselves. */
  private static List<KernelCase> ofBf16() {
    List<KernelCase> cases = new ArrayList<>();
    for (int cols : new int[] {0, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 130}) {
      cases.addAll(SparseCases.bf16(new Shape(20, cols, Layout.COLUMNS)));
    }
    for (KernelCase kernelCase : someOfEveryKernel()) {
      if (kernelCase.name().matches("(copy|gather|add|sumRows|activate).* (5×17|5×130) .*")) {
        cases.add(kernelCase);
      }
    }
    return cases;
  }

  private static List<KernelCase> someOfEveryKernel() {
    List<KernelCase> some = BackendContract.someOfEveryKernel(CASES_PER_KERNEL);
    long kernels =
        some.stream().map(kernelCase -> kernelCase.name().split(" ", 2)[0]).distinct().count();
    assertTrue(kernels >= KERNELS, some::toString);
    return some;
  }
}
