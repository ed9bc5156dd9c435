package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;

/** Adds rows to rows that are named; each target gets its rows in their order. */
record VectorScatter(RowChunks chunks) {
  /** The number of chunks of an unordered scatter: each searches all rows for its own targets. */
  private static final int SCATTER_CHUNKS = 16;

  /** About this many elements make a chunk. */
  private static final int CHUNK_ELEMENTS = 1 << 15;

  void add(Matrix x, Buffer rows, Matrix out) {
    var from = Operand.of(x);
    var to = Operand.of(out);
    long ids = NativeMemory.address(rows);
    boolean wide = rows.type() == DType.I64;
    if (ascend(ids, wide, x.rows())) {
      chunks.forRows(
          x,
          r -> {
            long target = to.row(VectorKernels.id(ids, wide, r));
            VectorElements.sum(target, from.row(r), target, x.cols());
          });
      return;
    }
    int count = (int) Math.min(SCATTER_CHUNKS, (long) x.rows() * x.cols() / CHUNK_ELEMENTS + 1);
    chunks
        .team()
        .run(
            count,
            chunk -> {
              long first = (long) out.rows() * chunk / count;
              long end = (long) out.rows() * (chunk + 1) / count;
              for (int r = 0; r < x.rows(); r++) {
                long target = VectorKernels.id(ids, wide, r);
                if (target >= first && target < end) {
                  VectorElements.sum(to.row(target), from.row(r), to.row(target), x.cols());
                }
              }
            });
  }

  /** Whether no row is named twice, as far as that is seen at once. */
  private static boolean ascend(long ids, boolean wide, int count) {
    for (int i = 1; i < count; i++) {
      if (VectorKernels.id(ids, wide, i - 1) >= VectorKernels.id(ids, wide, i)) {
        return false;
      }
    }
    return true;
  }
}
