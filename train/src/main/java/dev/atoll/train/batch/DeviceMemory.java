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

/** Uploads long-lived data to a device and holds it until closed. */
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

  /** The workspace that holds the data. */
  public Workspace workspace() {
    return memory;
  }

  public Matrix matrix(int rows, int cols) {
    return memory.matrix(rows, cols);
  }

  public Matrix matrix(int rows, int cols, DType type) {
    return memory.matrix(rows, cols, type);
  }

  /** A buffer with the given elements. */
  public Buffer buffer(DType type, MemorySegment elements) {
    Buffer buffer = memory.buffer(type, elements.byteSize() / type.bytes());
    backend.upload(elements, buffer);
    return buffer;
  }

  /** The first elements of an array. */
  public Buffer longs(long[] elements, int count) {
    return first(DType.I64, MemorySegment.ofArray(elements), count);
  }

  /** The first elements of an array. */
  public Buffer ints(int[] elements, int count) {
    return first(DType.I32, MemorySegment.ofArray(elements), count);
  }

  /** The first elements of an array. */
  public Buffer floats(float[] elements, int count) {
    return first(DType.F32, MemorySegment.ofArray(elements), count);
  }

  private Buffer first(DType type, MemorySegment elements, int count) {
    return buffer(type, elements.asSlice(0, (long) count * type.bytes()));
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

  /** A matrix with its transpose, and the edge of each transposed entry. */
  public SparseMatrix sparse(HostCsr host) {
    try (Arena scratch = Arena.ofShared()) {
      var transposed = host.transposedWithEdges(scratch);
      return new SparseMatrix(
          csr(host), csr(transposed.csr()), buffer(DType.I32, transposed.edgeOf()));
    }
  }

  /** A matrix of one column with an entry in every row. */
  public SparseMatrix onePerRow(int rows) {
    long[] starts = new long[rows + 1];
    int[] places = new int[rows];
    for (int r = 0; r < rows; r++) {
      starts[r + 1] = r + 1L;
      places[r] = r;
    }
    Buffer inOrder = ints(places, rows);
    return new SparseMatrix(
        Csr.pattern(rows, 1, rows, longs(starts, rows + 1), ints(new int[rows], rows)),
        Csr.pattern(1, rows, rows, longs(new long[] {0, rows}, 2), inOrder),
        inOrder);
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
