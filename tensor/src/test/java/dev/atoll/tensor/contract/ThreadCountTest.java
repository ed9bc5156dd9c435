package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a call gives the same bits on any number of threads. */
final class ThreadCountTest {
  private static final int[] THREADS = {1, 2, 3, 7};

  /** Smaller cases are one chunk. */
  private static final int LEAST_ELEMENTS = 6_000;

  @ParameterizedTest
  @EnumSource(value = KernelSet.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void bitsDoNotDependOnThreads(KernelSet kernels) {
    withBackends(
        CpuOptions.of(1).withKernels(kernels),
        backends -> compare(BackendContract.cases(), backends));
  }

  @ParameterizedTest
  @EnumSource(value = GemmLibrary.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  @Tag("slow")
  void everyGemmIsRightOnAnyNumberOfThreads(GemmLibrary gemm) {
    var gemmCases =
        BackendContract.cases().stream().filter(c -> c.name().startsWith("gemm ")).toList();
    withBackends(
        CpuOptions.of(1).withGemm(gemm),
        backends -> {
          gemmCases.forEach(kernelCase -> kernelCase.verify(backends.getFirst()));
          compare(gemmCases, backends);
        });
  }

  private static void withBackends(CpuOptions options, Consumer<List<Backend>> body) {
    var backends = new ArrayList<Backend>();
    try {
      for (int threads : THREADS) {
        backends.add(CpuBackend.open(new CpuOptions(threads, options.kernels(), options.gemm())));
      }
      body.accept(backends);
    } finally {
      backends.forEach(Backend::close);
    }
  }

  private static void compare(List<KernelCase> cases, List<Backend> backends) {
    int compared = 0;
    for (KernelCase kernelCase : cases) {
      var expected = kernelCase.outcome(backends.getFirst());
      if (expected.elements() >= LEAST_ELEMENTS) {
        compare(kernelCase, expected, backends);
        compared++;
      }
    }
    assertTrue(compared > cases.size() / 10, "cases of several chunks: " + compared);
  }

  private static void compare(
      KernelCase kernelCase, KernelCase.Outcome expected, List<Backend> backends) {
    for (int i = 1; i < backends.size(); i++) {
      var actual = kernelCase.outcome(backends.get(i));
      for (int result = 0; result < expected.bits().size(); result++) {
        assertArrayEquals(
            expected.bits().get(result), actual.bits().get(result), kernelCase.name());
      }
    }
  }
}
