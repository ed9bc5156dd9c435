package dev.atoll.tensor.cpu;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How to open a {@link CpuBackend}.
 *
 * @param threads threads that share the work of one call, the caller included
 */
public record CpuOptions(int threads, KernelSet kernels) {
  /** Which loops compute. */
  public enum KernelSet {
    /** The fastest that can run here. */
    AUTO,
    /** Plain loops. */
    REFERENCE;

    /** The set of this name, as in {@code kernels=reference}. */
    public static KernelSet named(String name) {
      return CpuOptions.named(KernelSet.class, "kernels", name);
    }
  }

  public CpuOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": expected at least 1");
    }
  }

  public static CpuOptions of(int threads) {
    return new CpuOptions(threads, KernelSet.AUTO);
  }

  public CpuOptions withKernels(KernelSet newKernels) {
    return new CpuOptions(threads, newKernels);
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
