package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.tensor.device.MixedKernels.Direct;
import java.util.EnumSet;
import java.util.Set;

/**
 * The kernels in use, chosen once and recorded with the run, with the reason if they are not the
 * fastest.
 *
 * @param kernels {@link KernelSet#VECTOR} or {@link KernelSet#REFERENCE}
 * @param gemm not {@link GemmLibrary#AUTO}
 * @param remark why faster kernels are not used, or empty
 */
record KernelChoice(KernelSet kernels, GemmLibrary gemm, String remark) {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /**
   * Features that this machine lacks.
   *
   * @param vectors why the Vector API cannot be used, or null if it can
   * @param speed why its use would be slow, or null
   * @param openBlas why OpenBLAS cannot be used, or null if it can
   */
  record Missing(String vectors, String speed, String openBlas) {
    static final Missing NOTHING = new Missing(null, null, null);

    private static Missing here(boolean mayUseOpenBlas) {
      boolean present = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
      return new Missing(
          present
              ? null
              : "the Vector API is not there: start Java with --add-modules " + VECTOR_MODULE,
          present && !VectorLanes.haveFusedMultiplyAdd()
              ? "this processor has no fused multiply-add"
              : null,
          mayUseOpenBlas ? OpenBlas.load().missing() : null);
    }
  }

  static KernelChoice of(CpuOptions options) {
    return of(options, Missing.here(mayUseOpenBlas(options)));
  }

  /** Whether OpenBLAS may be used. Loading the library takes time, so it is loaded only then. */
  private static boolean mayUseOpenBlas(CpuOptions options) {
    return switch (options.gemm()) {
      case OPENBLAS -> true;
      case AUTO -> options.kernels() == KernelSet.AUTO || options.kernels() == KernelSet.VECTOR;
      case VECTOR, REFERENCE -> false;
    };
  }

  static KernelChoice of(CpuOptions options, Missing missing) {
    boolean portable = options.kernels() == KernelSet.PORTABLE;
    require(portable, "kernels=portable", missing.vectors);
    require(options.kernels() == KernelSet.VECTOR, "kernels=vector", missing.vectors);
    require(options.gemm() == GemmLibrary.VECTOR, "gemm=vector", missing.vectors);
    require(options.gemm() == GemmLibrary.OPENBLAS, "gemm=openblas", missing.openBlas);
    if (portable) {
      var own = options.gemm() == GemmLibrary.AUTO ? GemmLibrary.VECTOR : options.gemm();
      return new KernelChoice(KernelSet.VECTOR, own, "");
    }
    if (options.kernels() != KernelSet.AUTO) {
      return new KernelChoice(options.kernels(), options.gemm(), "").withGemm(options, missing);
    }
    String reason = missing.vectors == null ? missing.speed : missing.vectors;
    var kernels = reason == null ? KernelSet.VECTOR : KernelSet.REFERENCE;
    return new KernelChoice(kernels, options.gemm(), "").because(reason).withGemm(options, missing);
  }

  private static void require(boolean wanted, String option, String reason) {
    if (wanted && reason != null) {
      throw new IllegalStateException(option + ": " + reason);
    }
  }

  /** Chooses the gemm where the options leave it open. */
  private KernelChoice withGemm(CpuOptions options, Missing missing) {
    if (gemm != GemmLibrary.AUTO) {
      return this;
    }
    if (options.kernels() == KernelSet.REFERENCE) {
      return new KernelChoice(kernels, GemmLibrary.REFERENCE, remark);
    }
    if (missing.openBlas == null) {
      return new KernelChoice(kernels, GemmLibrary.OPENBLAS, remark);
    }
    var own = kernels == KernelSet.VECTOR ? GemmLibrary.VECTOR : GemmLibrary.REFERENCE;
    return new KernelChoice(kernels, own, remark).because(missing.openBlas);
  }

  private KernelChoice because(String reason) {
    if (reason == null) {
      return this;
    }
    return new KernelChoice(kernels, gemm, remark.isEmpty() ? reason : remark + "; " + reason);
  }

  Kernels open(ThreadTeam team, ScratchMemory scratch) {
    var chunks = new RowChunks(team);
    return open(
        chunks,
        scratch,
        switch (gemm) {
          case OPENBLAS -> new ParallelGemm(team, scratch, OpenBlas.load().library(), adder());
          case VECTOR -> new ParallelGemm(team, scratch, new VectorGemm(scratch), adder());
          case REFERENCE, AUTO -> new ReferenceGemm(chunks);
        });
  }

  /** Opens {@link dev.atoll.tensor.Backend#rowKernels}. */
  Kernels openByRow(ThreadTeam team, ScratchMemory scratch) {
    var chunks = new RowChunks(team);
    return open(
        chunks,
        scratch,
        byRow().gemm == GemmLibrary.VECTOR
            ? ParallelGemm.byRow(team, scratch, new VectorGemm(scratch), adder())
            : new ReferenceGemm(chunks));
  }

  /** The choice in which a row of a product depends on no other; OpenBLAS's do. */
  KernelChoice byRow() {
    var own = kernels == KernelSet.VECTOR ? GemmLibrary.VECTOR : GemmLibrary.REFERENCE;
    return gemm == GemmLibrary.OPENBLAS ? new KernelChoice(kernels, own, remark) : this;
  }

  private ParallelGemm.RowAdder adder() {
    return kernels == KernelSet.VECTOR ? VectorElements::add : NativeMemory::addRow;
  }

  private Kernels open(RowChunks chunks, ScratchMemory scratch, Gemm product) {
    return kernels == KernelSet.VECTOR
        ? new VectorKernels(chunks, scratch, product)
        : new ReferenceKernels(chunks, product);
  }

  /** The kernels of {@link #open} that take 16-bit operands themselves. */
  Set<Direct> direct() {
    if (kernels != KernelSet.VECTOR) {
      return Set.of();
    }
    var direct = EnumSet.of(Direct.ADD, Direct.SPMM_BF16, Direct.ACTIVATE, Direct.SUM_ROWS);
    if (gemm != GemmLibrary.REFERENCE) {
      direct.add(Direct.GEMM);
    }
    return direct;
  }

  String describe() {
    return "%s kernels, dense products by %s%s"
        .formatted(
            kernels == KernelSet.VECTOR ? VectorLanes.describe() : "reference",
            switch (gemm) {
              case OPENBLAS -> OpenBlas.load().library().describe();
              case VECTOR -> "vector lanes";
              case REFERENCE, AUTO -> "plain loops";
            },
            remark.isEmpty() ? "" : " (" + remark + ")");
  }
}
