package dev.atoll.app.plan.draw;

import dev.atoll.app.plan.kernel.Work;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.sample.BlockEdges;

/** Allocates the memory of weighed and transposed edges, and counts the bytes moved. */
final class CountedBlockEdges implements BlockEdges {
  /** Kernels of a sort, each of which reads and writes keys and positions. */
  private static final int SORT_CALLS = 8;

  private static final int SORT_BYTES = 4 * Integer.BYTES;

  private final CountingGpu gpu;
  private final Workspace memory;

  CountedBlockEdges(CountingGpu gpu, Workspace memory) {
    this.gpu = gpu;
    this.memory = memory;
  }

  private Buffer made(DType type, long count) {
    gpu.count(Work.EDGE_VALUES, (double) count * type.bytes());
    return memory.buffer(type, count);
  }

  @Override
  public Csr withSelf(Csr drawn) {
    Buffer starts = made(DType.I64, drawn.rows() + 1L);
    Buffer column = made(DType.I32, drawn.nonZeros() + drawn.rows());
    return Csr.pattern(drawn.rows(), drawn.cols(), drawn.nonZeros() + drawn.rows(), starts, column);
  }

  @Override
  public Buffer meanScale(Csr edges) {
    return made(DType.F32, edges.rows());
  }

  @Override
  public Buffer degreeScale(Buffer degrees, int count, boolean root) {
    return made(DType.F32, count);
  }

  @Override
  public Buffer neighborWeights(Csr edges, Buffer degrees) {
    return made(DType.F32, edges.nonZeros());
  }

  @Override
  public SparseMatrix withTranspose(Csr edges, boolean numbered) {
    for (int call = 0; call < SORT_CALLS; call++) {
      gpu.count(Work.EDGE_VALUES, (double) edges.nonZeros() * SORT_BYTES);
    }
    Buffer starts = made(DType.I64, edges.cols() + 1L);
    Buffer column = made(DType.I32, edges.nonZeros());
    Buffer edgeOf = numbered ? made(DType.I32, edges.nonZeros()) : null;
    Buffer weight = edges.weight() == null ? null : made(DType.F32, edges.nonZeros());
    return new SparseMatrix(edges, edges.transposed(starts, column, weight), edgeOf);
  }

  @Override
  public Buffer edgeIds(Csr edges, Buffer ids) {
    return made(DType.I64, edges.nonZeros());
  }

  @Override
  public SparseMatrix onePerRow(int rows) {
    Buffer starts = made(DType.I64, rows + 1L);
    Buffer places = made(DType.I32, rows);
    Buffer zeros = made(DType.I32, rows);
    Buffer ends = made(DType.I64, 2);
    return new SparseMatrix(
        Csr.pattern(rows, 1, rows, starts, zeros),
        Csr.pattern(1, rows, rows, ends, places),
        places);
  }
}
