package dev.atoll.cuda;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;

/**
 * Options of a {@link CudaBackend}.
 *
 * @param threads of the host, to prepare work for the GPU
 * @param ordinal which of the machine's GPUs, from 0
 * @param tensorFloats whether dense products may round their inputs to 10 bits of mantissa (TF32),
 *     several times faster
 * @param cacheBytes size of the cache that sparse products are cut for; 0 for the GPU's own
 * @param activations {@link Backend#activations}
 */
public record CudaOptions(
    int threads, int ordinal, boolean tensorFloats, long cacheBytes, DType activations) {

  public CudaOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": expected at least 1");
    }
    if (ordinal < 0) {
      throw new IllegalArgumentException("GPU " + ordinal + ": they are counted from 0");
    }
  }

  /** The first GPU, in full precision. */
  public static CudaOptions of(int threads) {
    return new CudaOptions(threads, 0, false, 0, DType.F32);
  }

  /** A copy with dense products in TF32, or in full precision. */
  public CudaOptions withTensorFloats(boolean use) {
    return new CudaOptions(threads, ordinal, use, cacheBytes, activations);
  }

  /** A copy for another cache size. */
  public CudaOptions withCacheBytes(long bytes) {
    return new CudaOptions(threads, ordinal, tensorFloats, bytes, activations);
  }

  /** A copy with activations in another number format. */
  public CudaOptions withActivations(DType type) {
    return new CudaOptions(threads, ordinal, tensorFloats, cacheBytes, type);
  }
}
