package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.contract.BackendContract;

final class ReferenceContractTest extends BackendContract {
  @Override
  protected Backend open() {
    return CpuBackend.open(CpuOptions.of(2).withKernels(CpuOptions.KernelSet.REFERENCE));
  }
}
