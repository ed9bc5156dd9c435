package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.testkit.ChildJvm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dense products where Java was started without the module of the Vector API. */
final class WithoutVectorsTest {
  @Test
  void productsAreThoseOfTheReferenceKernels() throws InterruptedException {
    List<String> without =
        new ChildJvm(List.of(), Map.of(), false).run(WithoutVectorsTest.class, "child");
    String gemm = without.getFirst();
    CpuOptions reference =
        CpuOptions.of(1)
            .withKernels(KernelSet.REFERENCE)
            .withGemm(CpuOptions.GemmLibrary.named(gemm));
    assertEquals(products(reference).toList(), without.subList(1, without.size()));
  }

  /** Prints the library for dense products, and the digest of each product. */
  public static void main(String[] args) {
    CpuOptions automatic = CpuOptions.of(1);
    try (var backend = CpuBackend.open(automatic)) {
      System.out.println(backend.describe().contains("OpenBLAS") ? "openblas" : "reference");
    }
    products(automatic).forEach(System.out::println);
  }

  private static Stream<String> products(CpuOptions options) {
    return BackendContract.cases().stream()
        .filter(kernelCase -> kernelCase.name().startsWith("gemm "))
        .map(
            kernelCase -> {
              try (var backend = CpuBackend.open(options)) {
                int digest = 0;
                for (int[] bits : kernelCase.outcome(backend).bits()) {
                  digest = 31 * digest + Arrays.hashCode(bits);
                }
                return kernelCase.name() + " " + Integer.toHexString(digest);
              }
            });
  }
}
