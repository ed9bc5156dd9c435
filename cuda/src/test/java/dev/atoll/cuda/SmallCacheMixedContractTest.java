package dev.atoll.cuda;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.contract.BackendContract;

/** The bf16 contract with a cache so small that sparse products are cut into tiles of columns. */
final class SmallCacheMixedContractTest extends BackendContract {
  private static final long CACHE_BYTES = 64 << 10;

  @Override
  protected Backend open() {
    return Gpus.open(CudaOptions.of(1).withCacheBytes(CACHE_BYTES).withActivations(DType.BF16));
  }
}
