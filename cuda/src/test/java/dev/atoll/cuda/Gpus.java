package dev.atoll.cuda;

import org.opentest4j.TestAbortedException;

/** The GPU of this machine, for tests: without one they are skipped, with a message. */
final class Gpus {
  private Gpus() {}

  static CudaBackend open() {
    return open(CudaOptions.of(1));
  }

  static CudaBackend open(CudaOptions options) {
    try {
      return CudaBackend.open(options);
    } catch (CudaException e) {
      throw new TestAbortedException("skipped: " + e.getMessage(), e);
    }
  }
}
