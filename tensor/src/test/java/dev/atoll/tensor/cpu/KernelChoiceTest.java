package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.tensor.cpu.KernelChoice.Missing;
import org.junit.jupiter.api.Test;

final class KernelChoiceTest {
  private static final CpuOptions AUTO = CpuOptions.of(1);

  @Test
  void theBestIsChosenWhereAllIsThere() {
    var choice = KernelChoice.of(AUTO, Missing.NOTHING);
    assertEquals(new KernelChoice(KernelSet.VECTOR, GemmLibrary.OPENBLAS, ""), choice);
  }

  @Test
  void whatIsMissingIsReplacedAndNamed() {
    var noBlas = KernelChoice.of(AUTO, new Missing(null, null, "no OpenBLAS for Plan9"));
    assertEquals(GemmLibrary.VECTOR, noBlas.gemm());
    assertTrue(noBlas.describe().contains("no OpenBLAS for Plan9"), noBlas.describe());

    var noVectors = KernelChoice.of(AUTO, new Missing("no vectors", null, null));
    assertEquals(KernelSet.REFERENCE, noVectors.kernels());
    assertEquals(GemmLibrary.OPENBLAS, noVectors.gemm());
    assertEquals("no vectors", noVectors.remark());

    var slow = KernelChoice.of(AUTO, new Missing(null, "slow", null));
    assertEquals(new KernelChoice(KernelSet.REFERENCE, GemmLibrary.OPENBLAS, "slow"), slow);

    var nothing = KernelChoice.of(AUTO, new Missing("no vectors", null, "none"));
    assertEquals(GemmLibrary.REFERENCE, nothing.gemm());
    assertEquals("no vectors; none", nothing.remark());
  }

  @Test
  void whatWasAskedForIsNotReplaced() {
    var vectors = AUTO.withKernels(KernelSet.VECTOR);
    var without = new Missing("no vectors", null, "gone");
    assertThrows(IllegalStateException.class, () -> KernelChoice.of(vectors, without));
    var openBlas = AUTO.withGemm(GemmLibrary.OPENBLAS);
    var failure =
        assertThrows(IllegalStateException.class, () -> KernelChoice.of(openBlas, without));
    assertEquals("gemm=openblas: gone", failure.getMessage());
    var reference = AUTO.withKernels(KernelSet.REFERENCE);
    assertEquals(
        new KernelChoice(KernelSet.REFERENCE, GemmLibrary.REFERENCE, ""),
        KernelChoice.of(reference, Missing.NOTHING));
  }

  @Test
  void portableKernelsMultiplyByThemselves() {
    var portable = AUTO.withKernels(KernelSet.PORTABLE);
    var own = new KernelChoice(KernelSet.VECTOR, GemmLibrary.VECTOR, "");
    assertEquals(own, KernelChoice.of(portable, Missing.NOTHING));
    assertEquals(own, KernelChoice.of(portable, new Missing(null, "slow", "gone")));
    assertThrows(IllegalArgumentException.class, () -> portable.withGemm(GemmLibrary.OPENBLAS));
    var failure =
        assertThrows(
            IllegalStateException.class,
            () -> KernelChoice.of(portable, new Missing("no vectors", null, null)));
    assertEquals("kernels=portable: no vectors", failure.getMessage());
  }

  @Test
  void unknownNamesListTheKnown() {
    var failure = assertThrows(IllegalArgumentException.class, () -> KernelSet.named("fast"));
    assertEquals(
        "kernels=fast: expected one of auto, vector, reference, portable", failure.getMessage());
    assertEquals(KernelSet.VECTOR, KernelSet.named("vector"));
    assertThrows(IllegalArgumentException.class, () -> GemmLibrary.named("mkl"));
    assertEquals(GemmLibrary.OPENBLAS, GemmLibrary.named("openblas"));
  }

  @Test
  void theBackendSaysWhatItUses() {
    try (var backend = CpuBackend.open(AUTO.withGemm(GemmLibrary.VECTOR))) {
      assertTrue(
          backend.describe().matches("cpu, 1 thread, \\d+-bit vector kernels, .* vector lanes"),
          backend.describe());
    }
  }
}
