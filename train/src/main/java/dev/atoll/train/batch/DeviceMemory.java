package dev.atoll.train.batch;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Takes long-lived data to a device and holds it there until closed. */
public final class DeviceMemory implements AutoCloseable {
  private final Backend backend;
  private final Workspace memory;

  public DeviceMemory(Backend backend) {
    this.backend = backend;
    this.memory = backend.newWorkspace();
  }

  public Backend backend() {
    return backend;
  }

  /** What the data lies in. */
  public Workspace workspace() {
    return memory;
  }

  public Matrix matrix(int rows, int cols) {
    return memory.matrix(rows, cols);
  }

  Matrix matrix(int rows, int cols, DType type) {
    return memory.matrix(rows, cols, type);
  }

  /** A buffer with the given elements. */
  public Buffer buffer(DType type, MemorySegment elements) {
    Buffer buffer = memory.buffer(type, elements.byteSize() / type.bytes());
    backend.upload(elements, buffer);
    return buffer;
  }

  public Csr csr(HostCsr host) {
    return new Csr(
        host.rows(),
        host.cols(),
        host.nonZeros(),
        buffer(DType.I64, host.rowStart()),
        buffer(DType.I32, host.column().asSlice(0, host.nonZeros() * Integer.BYTES)),
        host.value() == null
            ? null
            : buffer(DType.F32, host.value().asSlice(0, host.nonZeros() * Float.BYTES)),
        null,
        null);
  }

  /** A matrix in both orders, with the way from one to the other. */
  public SparseMatrix sparse(HostCsr host) {
    try (Arena scratch = Arena.ofShared()) {
      var transposed = host.transposed(scratch);
      return new SparseMatrix(
          csr(host), csr(transposed.csr()), buffer(DType.I32, transposed.edgeOf()));
    }
  }

  /** Bytes held on the device. */
  public long heldBytes() {
    return memory.heldBytes();
  }

  /** Bytes of the elements held, padding left out. */
  public long neededBytes() {
    return memory.neededBytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
