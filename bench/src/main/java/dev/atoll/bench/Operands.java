package dev.atoll.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Operands of benchmarks on a backend: random, but equal in every run. */
final class Operands implements AutoCloseable {
  private static final RandomKey ROWS = RandomKey.ofSeed(1).child("rows");

  private final Backend backend;
  private final Workspace memory;

  Operands(Backend backend) {
    this.backend = backend;
    this.memory = backend.newWorkspace();
  }

  Matrix empty(int rows, int cols) {
    return memory.matrix(rows, cols);
  }

  Matrix empty(int rows, int cols, DType type) {
    return memory.matrix(rows, cols, type);
  }

  Matrix random(int rows, RandomElements elements) {
    int cols = elements.cols();
    Matrix matrix = memory.matrix(rows, cols);
    try (Arena scratch = Arena.ofShared()) {
      MemorySegment packed = scratch.allocate(JAVA_FLOAT, (long) rows * cols);
      for (long row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
          packed.setAtIndex(JAVA_FLOAT, row * cols + col, elements.at(row, col));
        }
      }
      backend.upload(packed, matrix);
    }
    return matrix;
  }

  /** A copy in another number format. */
  Matrix in(DType type, Matrix matrix) {
    if (matrix.type() == type) {
      return matrix;
    }
    Matrix copy = memory.matrix(matrix.rows(), matrix.cols(), type);
    backend.kernels().copy(matrix, copy);
    memory.release(matrix);
    return copy;
  }

  /** A random row number below a bound. */
  static int row(int index, int of) {
    return (int) ROWS.below(of, index);
  }

  /** The first of these row numbers. */
  Buffer rows(int count, int of) {
    try (Arena scratch = Arena.ofShared()) {
      MemorySegment elements = scratch.allocate(JAVA_INT, count);
      for (int i = 0; i < count; i++) {
        elements.setAtIndex(JAVA_INT, i, row(i, of));
      }
      return buffer(DType.I32, elements);
    }
  }

  /** The graph as a matrix of ones. */
  Csr adjacency(CsrGraph graph) {
    int nodes = graph.nodeCount();
    return Csr.pattern(
        nodes,
        nodes,
        graph.edgeCount(),
        buffer(DType.I64, graph.rowStarts()),
        buffer(DType.I32, graph.neighbors()));
  }

  private Buffer buffer(DType type, MemorySegment elements) {
    Buffer buffer = memory.buffer(type, elements.byteSize() / type.bytes());
    backend.upload(elements, buffer);
    return buffer;
  }

  @Override
  public void close() {
    memory.close();
  }
}
