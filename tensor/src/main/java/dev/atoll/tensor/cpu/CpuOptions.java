package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Options of a {@link CpuBackend}.
 *
 * @param threads threads that share the work of one call, the caller included
 * @param activations {@link Backend#activations}
 */
public record CpuOptions(int threads, KernelSet kernels, GemmLibrary gemm, DType activations) {
  /** The set of kernels. */
  public enum KernelSet {
    /** The fastest that can run here. */
    AUTO,
    /** Vector lanes; needs the module {@code jdk.incubator.vector}. */
    VECTOR,
    /** Plain loops. */
    REFERENCE,
    /**
     * {@link #VECTOR} with its own dense products: the same bits on every processor. OpenBLAS adds
     * in a different order on each.
     */
    PORTABLE;

    /** The set of this name, as in {@code kernels=reference}. */
    public static KernelSet named(String name) {
      return CpuOptions.named(KernelSet.class, "kernels", name);
    }
  }

  /** The library for dense products. */
  public enum GemmLibrary {
    /**
     * OpenBLAS if available; otherwise plain loops with {@link KernelSet#REFERENCE}, vector lanes
     * with {@link KernelSet#PORTABLE}.
     */
    AUTO,
    OPENBLAS,
    /** Vector lanes; needs the module {@code jdk.incubator.vector}. */
    VECTOR,
    /** Plain loops. */
    REFERENCE;

    /** The library of this name, as in {@code gemm=openblas}. */
    public static GemmLibrary named(String name) {
      return CpuOptions.named(GemmLibrary.class, "gemm", name);
    }
  }

  public CpuOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": expected at least 1");
    }
    if (kernels == KernelSet.PORTABLE && gemm == GemmLibrary.OPENBLAS) {
      throw new IllegalArgumentException(
          "kernels=portable with gemm=openblas: the bits of OpenBLAS's products depend on the"
              + " processor; leave one of the two out");
    }
  }

  /** Options with activations in full precision. */
  public CpuOptions(int threads, KernelSet kernels, GemmLibrary gemm) {
    this(threads, kernels, gemm, DType.F32);
  }

  public static CpuOptions of(int threads) {
    return new CpuOptions(threads, KernelSet.AUTO, GemmLibrary.AUTO);
  }

  public CpuOptions withKernels(KernelSet newKernels) {
    return new CpuOptions(threads, newKernels, gemm, activations);
  }

  public CpuOptions withGemm(GemmLibrary newGemm) {
    return new CpuOptions(threads, kernels, newGemm, activations);
  }

  public CpuOptions withActivations(DType newActivations) {
    return new CpuOptions(threads, kernels, gemm, newActivations);
  }

  private static <E extends Enum<E>> E named(Class<E> type, String key, String name) {
    for (E value : type.getEnumConstants()) {
      if (lowerCase(value).equals(name)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "%s=%s: expected one of %s"
            .formatted(
                key,
                name,
                Arrays.stream(type.getEnumConstants())
                    .map(CpuOptions::lowerCase)
                    .collect(Collectors.joining(", "))));
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
