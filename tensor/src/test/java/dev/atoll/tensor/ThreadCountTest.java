package dev.atoll.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same call gives the same bits on any number of threads. */
final class ThreadCountTest {
  private static final int[] THREADS = {1, 2, 3, 7};

  @ParameterizedTest
  @EnumSource(value = KernelSet.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void bitsDoNotDependOnThreads(KernelSet kernels) {
    var backends = new ArrayList<Backend>();
    try {
      for (int threads : THREADS) {
        backends.add(CpuBackend.open(CpuOptions.of(threads).withKernels(kernels)));
      }
      BackendContract.cases().forEach(kernelCase -> compare(kernelCase, backends));
    } finally {
      backends.forEach(Backend::close);
    }
  }

  private static void compare(KernelCase kernelCase, List<Backend> backends) {
    List<int[]> expected = kernelCase.results(backends.getFirst());
    for (int i = 1; i < backends.size(); i++) {
      List<int[]> actual = kernelCase.results(backends.get(i));
      for (int result = 0; result < expected.size(); result++) {
        assertArrayEquals(expected.get(result), actual.get(result), kernelCase.name());
      }
    }
  }
}
