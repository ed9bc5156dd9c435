package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Matrix;

/** A matrix as an address. */
record Operand(long base, long rowBytes) {
  static Operand of(Matrix m) {
    return new Operand(NativeMemory.address(m), m.rowBytes());
  }

  long row(long row) {
    return base + row * rowBytes;
  }

  /** An element of {@link dev.atoll.tensor.DType#F32}. */
  long element(long row, long column) {
    return base + row * rowBytes + 4 * column;
  }
}
