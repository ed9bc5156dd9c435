package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.contract.KernelCase.Shape;
import dev.atoll.tensor.contract.Lab.Layout;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.tensor.device.Bfloat16;
import dev.atoll.tensor.device.MixedKernels;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that vector kernels with native bf16 operands give the bits of those that work on F32
 * copies of whole matrices.
 */
final class Bf16BitsTest {
  private static final int WIDEST = 140;

  /** The others work on copies themselves. */
  private static final Set<String> DIRECT =
      Set.of(
          "copy",
          "gather",
          "add",
          "gemm",
          "spmm",
          "sumRows",
          "activate",
          "activateBackward",
          "activateBackwardSum");

  @Test
  void kernelsGiveTheBitsOfCopies() {
    compare(GemmLibrary.VECTOR, Stream.concat(contract(DIRECT), everyWidth()));
  }

  @Test
  void denseProductsOfALibraryDoSo() {
    try (var fastest = CpuBackend.open(1)) {
      assumeTrue(fastest.describe().contains("by OpenBLAS"), fastest::describe);
    }
    compare(GemmLibrary.OPENBLAS, contract(Set.of("gemm")));
  }

  private static Stream<KernelCase> contract(Set<String> kernels) {
    return BackendContract.cases().stream()
        .filter(kernelCase -> kernels.contains(kernelCase.name().split(" ", 2)[0]));
  }

  /** Sparse products of every width, in rows of their own and in columns of a wider matrix. */
  private static Stream<KernelCase> everyWidth() {
    return IntStream.rangeClosed(0, WIDEST)
        .mapToObj(cols -> new Shape(20, cols, cols % 3 == 0 ? Layout.COLUMNS : Layout.OWN))
        .flatMap(shape -> SparseCases.bf16(shape).stream());
  }

  private static void compare(GemmLibrary gemm, Stream<KernelCase> cases) {
    var options = new CpuOptions(2, KernelSet.VECTOR, gemm);
    try (var full = CpuBackend.open(options);
        var copying = new MixedKernels(full.kernels(), CpuBackend.newHostWorkspace(), Set.of());
        var direct = CpuBackend.open(options.withActivations(DType.BF16))) {
      Backend copies =
          Proxies.of(
              Backend.class, direct, method -> method.getName().equals("kernels") ? copying : null);
      cases.forEach(
          kernelCase ->
              compare(
                  kernelCase.name(),
                  kernelCase.outcome(copies).bits(),
                  kernelCase.outcome(direct).bits()));
    }
  }

  private static void compare(String name, List<int[]> expected, List<int[]> actual) {
    assertEquals(expected.size(), actual.size(), name);
    for (int i = 0; i < expected.size(); i++) {
      assertArrayEquals(expected.get(i), actual.get(i), name);
    }
  }

  /** Ties, overflow to infinity, numbers below the smallest normal one, NaN of every kind. */
  @Test
  void roundsAsBfloat16() {
    int[] lower = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF};
    int cols = 101;
    int count = lower.length << 16;
    int rows = Math.ceilDiv(count, cols);
    var random = new SplittableRandom(1);
    int[] bits = new int[rows * cols];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = i < count ? (i / lower.length) << 16 | lower[i % lower.length] : random.nextInt();
    }
    short[] rounded = new short[bits.length];
    short[] again = new short[bits.length];
    int[] widened = new int[bits.length];
    try (var backend = CpuBackend.open(CpuOptions.of(1).withKernels(KernelSet.VECTOR));
        var memory = backend.newWorkspace()) {
      Matrix x = memory.matrix(rows, cols);
      Matrix half = memory.matrix(rows, cols, DType.BF16);
      Matrix copy = memory.matrix(rows, cols, DType.BF16);
      backend.upload(MemorySegment.ofArray(bits), x);
      backend.kernels().copy(x, half);
      backend.kernels().copy(half, copy);
      backend.kernels().copy(copy, x);
      backend.download(half, MemorySegment.ofArray(rounded));
      backend.download(copy, MemorySegment.ofArray(again));
      backend.download(x, MemorySegment.ofArray(widened));
    }
    for (int i = 0; i < bits.length; i++) {
      short wanted = Bfloat16.of(Float.intBitsToFloat(bits[i]));
      assertEquals(wanted, rounded[i], Integer.toHexString(bits[i]));
      assertEquals(wanted, again[i], Integer.toHexString(bits[i]));
      assertEquals(wanted << 16, widened[i], Integer.toHexString(bits[i]));
    }
  }
}
