package dev.atoll.tensor.contract;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.contract.KernelCase.Result;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The vector kernels against the reference kernels, call by call, on the shapes of the contract: no
 * row, one row, widths on either side of every lane width, views. No method of {@link Kernels} is
 * left out.
 */
final class KernelsAgainstReferenceTest {
  /** The reference adds in double precision, the vectors in single precision. */
  private static final double TOLERANCE = 1e-4;

  /** Tolerance for rows of 30,000 edges, whose sums the contract allows the same error. */
  private static final double HUB_TOLERANCE = 1e-3;

  private final Set<String> called = new TreeSet<>();

  @Test
  void everyKernelGivesTheResultsOfTheReference() {
    try (CpuBackend reference = open(KernelSet.REFERENCE, GemmLibrary.REFERENCE);
        CpuBackend vector = open(KernelSet.VECTOR, GemmLibrary.VECTOR)) {
      Backend watched = recording(vector);
      for (KernelCase kernelCase : BackendContract.cases()) {
        compare(
            kernelCase.name(),
            kernelCase.outcome(reference).results(),
            kernelCase.outcome(watched).results());
      }
    }
    assertEquals(
        Arrays.stream(Kernels.class.getMethods())
            .map(Method::getName)
            .collect(toCollection(TreeSet::new)),
        called,
        "every method of Kernels is compared");
  }

  @Test
  void theVectorKernelsInheritNothing() {
    try (CpuBackend reference = open(KernelSet.REFERENCE, GemmLibrary.REFERENCE);
        CpuBackend vector = open(KernelSet.VECTOR, GemmLibrary.VECTOR)) {
      Class<?> type = vector.kernels().getClass();
      assertNotEquals(reference.kernels().getClass(), type);
      assertEquals(Object.class, type.getSuperclass());
      assertTrue(
          Arrays.stream(Kernels.class.getMethods()).noneMatch(Method::isDefault),
          "a default method of Kernels would be one that no set has to implement");
    }
  }

  private static CpuBackend open(KernelSet kernels, GemmLibrary gemm) {
    return CpuBackend.open(new CpuOptions(2, kernels, gemm));
  }

  private static void compare(String name, List<Result> expected, List<Result> actual) {
    assertEquals(expected.size(), actual.size(), name);
    double tolerance = name.contains("hub 30000") ? HUB_TOLERANCE : TOLERANCE;
    for (int i = 0; i < expected.size(); i++) {
      int[] wanted = expected.get(i).bits();
      int[] got = actual.get(i).bits();
      assertEquals(expected.get(i).areFloats(), actual.get(i).areFloats(), name);
      if (!expected.get(i).areFloats()) {
        assertArrayEquals(wanted, got, name);
        continue;
      }
      assertEquals(wanted.length, got.length, name);
      for (int k = 0; k < wanted.length; k++) {
        if (wanted[k] != got[k]) {
          float x = Float.intBitsToFloat(wanted[k]);
          float y = Float.intBitsToFloat(got[k]);
          assertEquals(x, y, tolerance * Math.max(1, Math.abs(x)), name + ", element " + k);
        }
      }
    }
  }

  /** A wrapper of the backend that records the name of every kernel called. */
  private Backend recording(Backend backend) {
    Kernels kernels =
        Proxies.of(
            Kernels.class,
            backend.kernels(),
            method -> {
              called.add(method.getName());
              return null;
            });
    return Proxies.of(
        Backend.class, backend, method -> method.getName().equals("kernels") ? kernels : null);
  }
}
