package dev.atoll.cuda;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.contract.BackendContract;

/** The contract with all matrices except parameters in bf16. */
final class CudaMixedContractTest extends BackendContract {
  @Override
  protected Backend open() {
    return Gpus.open(CudaOptions.of(1).withActivations(DType.BF16));
  }
}
