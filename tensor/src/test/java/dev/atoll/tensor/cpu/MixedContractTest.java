package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.contract.BackendContract;

/** The contract with all matrices except parameters in bf16. */
final class MixedContractTest extends BackendContract {
  @Override
  protected Backend open() {
    return CpuBackend.open(CpuOptions.of(2).withActivations(DType.BF16));
  }
}
