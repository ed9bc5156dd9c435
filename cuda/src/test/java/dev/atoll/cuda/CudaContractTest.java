package dev.atoll.cuda;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.contract.BackendContract;

final class CudaContractTest extends BackendContract {
  @Override
  protected Backend open() {
    return Gpus.open();
  }
}
