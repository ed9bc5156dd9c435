package dev.atoll.cuda;

/**
 * How to open a {@link CudaBackend}.
 *
 * @param ordinal which of the machine's GPUs, from 0
 * @param tensorFloats whether dense products may round their inputs to 10 bits of mantissa (TF32),
 *     several times faster
 */
public record CudaOptions(int ordinal, boolean tensorFloats) {
  public static final CudaOptions DEFAULT = new CudaOptions(0, false);

  public CudaOptions {
    if (ordinal < 0) {
      throw new IllegalArgumentException("GPU " + ordinal + ": they are counted from 0");
    }
  }
}
