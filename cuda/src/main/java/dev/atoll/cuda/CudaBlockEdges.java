package dev.atoll.cuda;

import static dev.atoll.cuda.CudaSampler.SAMPLE;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.sample.BlockEdges;

/** Weighs and transposes sampled edges on the stream of a sampler. */
final class CudaBlockEdges implements BlockEdges {
  private final Launcher launcher;
  private final Workspace memory;
  private final CudaSampler sampler;
  private final ScatterLaunches scatter;

  /**
   * @param memory holds the results until the sampler begins the next batch
   */
  CudaBlockEdges(Launcher launcher, Workspace memory, CudaSampler sampler) {
    this.launcher = launcher;
    this.memory = memory;
    this.sampler = sampler;
    this.scatter = new ScatterLaunches(launcher);
  }

  @Override
  public Csr withSelf(Csr drawn) {
    int rows = drawn.rows();
    Buffer starts = memory.buffer(DType.I64, rows + 1L);
    if (rows == 0) {
      launcher.stream().clear(starts.data().address(), 2);
      return Csr.pattern(0, drawn.cols(), 0, starts, memory.buffer(DType.I32, 0));
    }
    CudaSampler.Items items =
        arguments ->
            arguments
                .struct()
                .buffer(drawn.rowStart())
                .buffer(drawn.column())
                .word(rows)
                .buffer(starts)
                .end();
    sampler.scan(rows, "selfSums", "selfStarts", sampler.sumAddress(), items);
    Buffer column = memory.buffer(DType.I32, drawn.nonZeros() + rows);
    items.write(launcher.arguments()).buffer(column);
    launcher.launchItems(SAMPLE, "selfEdges", rows);
    sampler.readCounters();
    return Csr.pattern(rows, drawn.cols(), sampler.counter(0), starts, column);
  }

  @Override
  public Buffer meanScale(Csr edges) {
    Buffer scale = memory.buffer(DType.F32, edges.rows());
    launcher.arguments().integer(edges.rows()).buffer(edges.rowStart()).buffer(scale);
    launcher.launchItems(SAMPLE, "meanScale", edges.rows());
    return scale;
  }

  @Override
  public Buffer degreeScale(Buffer degrees, int count, boolean root) {
    Buffer scale = memory.buffer(DType.F32, count);
    launcher.arguments().integer(count).buffer(degrees).integer(root ? 1 : 0).buffer(scale);
    launcher.launchItems(SAMPLE, "degreeScale", count);
    return scale;
  }

  @Override
  public Buffer neighborWeights(Csr edges, Buffer degrees) {
    Buffer weights = memory.buffer(DType.F32, edges.nonZeros());
    launcher
        .arguments()
        .integer(edges.rows())
        .buffer(edges.rowStart())
        .buffer(degrees)
        .buffer(weights);
    launcher.launchItems(SAMPLE, "neighborWeights", edges.rows());
    return weights;
  }

  @Override
  public SparseMatrix withTranspose(Csr edges, boolean numbered) {
    int count = Math.toIntExact(edges.nonZeros());
    long keys = scatter.sort(edges.column(), count);
    Buffer starts = memory.buffer(DType.I64, edges.cols() + 1L);
    launcher.arguments().integer(edges.cols()).integer(count).word(keys).buffer(starts);
    launcher.launchItems(SAMPLE, "transposeStarts", edges.cols() + 1L);
    Buffer column = memory.buffer(DType.I32, count);
    Buffer edgeOf = numbered ? memory.buffer(DType.I32, count) : null;
    Buffer weight = edges.weight() == null ? null : memory.buffer(DType.F32, count);
    launcher
        .arguments()
        .integer(count)
        .integer(edges.rows())
        .word(keys)
        .buffer(edges.rowStart())
        .buffer(edges.weight())
        .buffer(column)
        .buffer(edgeOf)
        .buffer(weight);
    launcher.launchItems(SAMPLE, "transposeEdges", count);
    return new SparseMatrix(edges, edges.transposed(starts, column, weight), edgeOf);
  }

  @Override
  public Buffer edgeIds(Csr edges, Buffer ids) {
    Buffer found = memory.buffer(DType.I64, edges.nonZeros());
    launcher
        .arguments()
        .integer(edges.rows())
        .buffer(edges.rowStart())
        .buffer(edges.column())
        .buffer(ids)
        .buffer(found);
    launcher.launchItems(SAMPLE, "edgeIds", edges.rows());
    return found;
  }

  @Override
  public SparseMatrix onePerRow(int rows) {
    Buffer starts = memory.buffer(DType.I64, rows + 1L);
    Buffer places = memory.buffer(DType.I32, rows);
    Buffer zeros = memory.buffer(DType.I32, rows);
    Buffer ends = memory.buffer(DType.I64, 2);
    launcher.arguments().integer(rows).buffer(starts).buffer(places).buffer(zeros).buffer(ends);
    launcher.launchItems(SAMPLE, "onePerRow", rows + 1L);
    return new SparseMatrix(
        Csr.pattern(rows, 1, rows, starts, zeros),
        Csr.pattern(1, rows, rows, ends, places),
        places);
  }
}
