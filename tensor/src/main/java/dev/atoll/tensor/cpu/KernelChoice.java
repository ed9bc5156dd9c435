package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;

/**
 * Which kernels run: chosen once, here, and said in the run record, with the reason where it is not
 * the best there is.
 *
 * @param kernels not {@link KernelSet#AUTO}
 * @param gemm not {@link GemmLibrary#AUTO}
 * @param remark why something better is not used, or empty
 */
record KernelChoice(KernelSet kernels, GemmLibrary gemm, String remark) {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final String NO_VECTORS =
      "the Vector API is not there: start Java with --add-modules " + VECTOR_MODULE;

  static KernelChoice of(CpuOptions options) {
    boolean vectors = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
    return of(options, vectors, mayUseOpenBlas(options) ? OpenBlas.load().missing() : null);
  }

  /** Loading the library takes time: only where it may be used. */
  private static boolean mayUseOpenBlas(CpuOptions options) {
    return switch (options.gemm()) {
      case OPENBLAS -> true;
      case AUTO -> options.kernels() != KernelSet.REFERENCE;
      case VECTOR, REFERENCE -> false;
    };
  }

  /**
   * @param vectors whether the Vector API is there
   * @param noOpenBlas why OpenBLAS is not there, or null where it is
   */
  static KernelChoice of(CpuOptions options, boolean vectors, String noOpenBlas) {
    require(vectors || options.kernels() != KernelSet.VECTOR, "kernels=vector", NO_VECTORS);
    require(vectors || options.gemm() != GemmLibrary.VECTOR, "gemm=vector", NO_VECTORS);
    require(
        noOpenBlas == null || options.gemm() != GemmLibrary.OPENBLAS, "gemm=openblas", noOpenBlas);
    if (options.kernels() == KernelSet.REFERENCE) {
      var gemm = options.gemm() == GemmLibrary.AUTO ? GemmLibrary.REFERENCE : options.gemm();
      return new KernelChoice(KernelSet.REFERENCE, gemm, "");
    }
    var choice =
        new KernelChoice(vectors ? KernelSet.VECTOR : KernelSet.REFERENCE, options.gemm(), "")
            .because(vectors ? null : NO_VECTORS);
    return options.gemm() == GemmLibrary.AUTO ? choice.withBestGemm(noOpenBlas) : choice;
  }

  private static void require(boolean present, String option, String reason) {
    if (!present) {
      throw new IllegalStateException(option + ": " + reason);
    }
  }

  private KernelChoice withBestGemm(String noOpenBlas) {
    if (noOpenBlas == null) {
      return new KernelChoice(kernels, GemmLibrary.OPENBLAS, remark);
    }
    var own = kernels == KernelSet.VECTOR ? GemmLibrary.VECTOR : GemmLibrary.REFERENCE;
    return new KernelChoice(kernels, own, remark).because(noOpenBlas);
  }

  private KernelChoice because(String reason) {
    if (reason == null) {
      return this;
    }
    return new KernelChoice(kernels, gemm, remark.isEmpty() ? reason : remark + "; " + reason);
  }

  Kernels open(ThreadTeam team, ScratchMemory scratch) {
    var block =
        switch (gemm) {
          case OPENBLAS -> OpenBlas.load().library();
          case VECTOR -> new VectorGemm(scratch);
          case REFERENCE, AUTO -> null;
        };
    var parallel = block == null ? null : new ParallelGemm(team, scratch, block);
    return kernels == KernelSet.VECTOR
        ? new VectorKernels(team, scratch, parallel)
        : new ReferenceKernels(team, parallel);
  }

  String describe() {
    return "%s kernels, dense products by %s%s"
        .formatted(
            kernels == KernelSet.VECTOR ? Lanes.describe() : "reference",
            switch (gemm) {
              case OPENBLAS -> OpenBlas.load().library().describe();
              case VECTOR -> "vector lanes";
              case REFERENCE, AUTO -> "plain loops";
            },
            remark.isEmpty() ? "" : " (" + remark + ")");
  }
}
