package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Elements.rowId;
import static dev.atoll.tensor.cpu.NativeMemory.address;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.getInt;
import static dev.atoll.tensor.cpu.NativeMemory.getLong;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.RowChunks.rowsPerChunk;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * Kernels in vector lanes. This class cuts work into chunks, by shape only; the loops are in the
 * classes named {@code Vector…}. Sums over rows are made of one partial sum per chunk, added in
 * order. Conversions to {@link DType#F16}, and softmax over layouts that do not fit into vectors
 * are scalar loops.
 */
final class VectorKernels implements Kernels {
  /** About this many elements make a chunk. */
  private static final int CHUNK_ELEMENTS = 1 << 15;

  private final RowChunks chunks;
  private final ThreadTeam team;
  private final ScratchMemory scratch;
  private final Gemm gemm;
  private final VectorSpmm spmm;
  private final VectorScatter scatter;
  private final HalfRows halfRows;

  VectorKernels(RowChunks chunks, ScratchMemory scratch, Gemm gemm) {
    this.chunks = chunks;
    this.team = chunks.team();
    this.scratch = scratch;
    this.gemm = gemm;
    this.spmm = new VectorSpmm(team, scratch);
    this.scatter = new VectorScatter(chunks);
    this.halfRows = new HalfRows(chunks, scratch);
  }

  @Override
  public void fill(float value, Matrix out) {
    var o = Operand.of(out);
    if (out.type() != DType.F32) {
      var half = VectorLanes.Half.of(out.type());
      chunks.forRows(out, r -> VectorElements.fillHalf(half, value, o.row(r), out.cols()));
      return;
    }
    forSpans(out, isDense(out), (r, c, n) -> VectorElements.fill(value, o.element(r, c), n));
  }

  @Override
  public void copy(Matrix x, Matrix out) {
    var from = Operand.of(x);
    var to = Operand.of(out);
    if (HalfRows.isHalf(out)) {
      chunks.forRows(
          out, r -> HalfRows.narrow(x.type(), from.row(r), out.type(), to.row(r), out.cols()));
    } else if (x.type() == DType.F32) {
      forSpans(
          out,
          isDense(x) && isDense(out),
          (r, c, n) -> VectorElements.copy(from.element(r, c), to.element(r, c), n));
    } else {
      chunks.forRows(out, r -> HalfRows.widen(x.type(), from.row(r), to.row(r), out.cols()));
    }
  }

  @Override
  public void add(float alpha, Matrix x, float beta, Matrix out) {
    if (HalfRows.isHalf(x) || HalfRows.isHalf(out)) {
      halfRows.add(alpha, x, beta, out);
      return;
    }
    var from = Operand.of(x);
    var to = Operand.of(out);
    forSpans(
        out,
        isDense(x) && isDense(out),
        (r, c, n) -> VectorElements.add(alpha, from.element(r, c), beta, to.element(r, c), n));
  }

  @Override
  public void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    var left = Operand.of(x);
    var right = Operand.of(y);
    var to = Operand.of(out);
    forSpans(
        out,
        isDense(x) && isDense(y) && isDense(out),
        (r, c, n) ->
            VectorElements.multiply(
                left.element(r, c), right.element(r, c), beta != 0, to.element(r, c), n));
  }

  @Override
  public void gemm(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    gemm.multiply(transposeA, a, transposeB, b, beta, out, this);
  }

  @Override
  public void spmm(Csr a, Matrix x, float beta, Matrix out) {
    spmm.multiply(a, x, beta, out);
  }

  @Override
  public void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    spmm(a, x, beta, out);
  }

  @Override
  public void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    spmm.multiplyHeads(a, values, edgeOf, x, beta, out);
  }

  @Override
  public void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    long column = address(a.column());
    var own = Operand.of(left);
    var other = Operand.of(right);
    var to = Operand.of(out);
    int heads = out.cols();
    int width = left.cols() / Math.max(1, heads);
    RowCut.of(a, left.cols())
        .forEdges(
            team,
            (v, from, end) ->
                VectorEdges.dots(
                    column, own.row(v), other, heads, width, beta != 0, to, from, end));
  }

  @Override
  public void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    long column = address(a.column());
    var own = Operand.of(left);
    var other = Operand.of(right);
    var to = Operand.of(out);
    RowCut.of(a, out.cols())
        .forEdges(
            team,
            (v, from, end) ->
                VectorEdges.sums(column, own.row(v), other, to, out.cols(), from, end));
  }

  @Override
  public void dropEdges(Csr a, Dropout dropout, Matrix out) {
    long column = address(a.column());
    long weight = address(a.weight());
    var to = Operand.of(out);
    RowCut.of(a, 1)
        .forEdges(
            team,
            (v, from, end) ->
                VectorEdges.drop(
                    dropout,
                    Dropout.rowState(dropout.key(), rowId(dropout, v)),
                    column,
                    weight,
                    to,
                    from,
                    end));
  }

  @Override
  public void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    var in = Operand.of(values);
    var to = Operand.of(out);
    long edges = address(edgeOf);
    RowCut.of(a, out.cols())
        .forRows(
            team,
            (v, from, end) ->
                VectorEdges.sum(in, edges, beta != 0, to.row(v), out.cols(), from, end));
  }

  @Override
  public void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    var heads = HeadLanes.of(values, out);
    if (heads == null) {
      RowCut.of(a, out.cols())
          .forRows(
              team, (_, from, end) -> ScalarSoftmax.forward(values, out, (int) from, (int) end));
      return;
    }
    var in = Operand.of(values);
    var to = Operand.of(out);
    RowCut.of(a, heads.stride())
        .forRows(
            team,
            (_, from, end) ->
                VectorEdges.subtractMax(
                    in.row(from), to.row(from), heads, (end - from) * heads.stride()),
            (_, from, end) ->
                VectorMath.exp(to.row(from), 0, to.row(from), heads, (end - from) * heads.stride()),
            (_, from, end) ->
                VectorEdges.divideBySum(to.row(from), heads, (end - from) * heads.stride()));
  }

  @Override
  public void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    var heads = HeadLanes.of(out, gradOut);
    if (heads == null || HeadLanes.of(out, gradIn) == null) {
      RowCut.of(a, out.cols())
          .forRows(
              team,
              (_, from, end) ->
                  ScalarSoftmax.backward(out, gradOut, gradIn, (int) from, (int) end));
      return;
    }
    var shares = Operand.of(out);
    var grad = Operand.of(gradOut);
    var to = Operand.of(gradIn);
    RowCut.of(a, heads.stride())
        .forRows(
            team,
            (v, from, end) ->
                VectorEdges.softmaxBack(
                    shares.row(from),
                    grad.row(from),
                    to.row(from),
                    heads,
                    (end - from) * heads.stride()));
  }

  @Override
  public void attention(AttentionScores scores, Matrix x, Matrix out) {
    new ScalarAttention(chunks, this).forward(scores, x, out);
  }

  @Override
  public void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    new ScalarAttention(chunks, this).backward(scores, x, gradOut, gradients);
  }

  @Override
  public void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    long column = address(a.column());
    var from = Operand.of(x);
    var to = Operand.of(out);
    var chosen = Operand.of(argmax);
    RowCut.of(a, out.cols())
        .forRows(
            team,
            (v, first, end) ->
                VectorEdges.max(column, from, to.row(v), chosen.row(v), out.cols(), first, end));
  }

  @Override
  public void spmmMaxBackward(
      Csr transposed, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    long column = address(transposed.column());
    var chosen = Operand.of(argmax);
    var grad = Operand.of(gradOut);
    var to = Operand.of(gradIn);
    RowCut.of(transposed, gradIn.cols())
        .forRows(
            team,
            (u, from, end) ->
                VectorEdges.maxBack(
                    u, column, chosen, grad, beta != 0, to.row(u), gradIn.cols(), from, end));
  }

  @Override
  public void gather(Matrix x, Buffer rows, Matrix out) {
    var from = Operand.of(x);
    var to = Operand.of(out);
    long ids = address(rows);
    boolean wide = rows.type() == DType.I64;
    if (HalfRows.isHalf(out)) {
      chunks.forRows(
          out,
          r ->
              HalfRows.narrow(
                  x.type(), from.row(id(ids, wide, r)), out.type(), to.row(r), out.cols()));
    } else if (x.type() == DType.F32) {
      chunks.forRows(
          out, r -> VectorElements.copy(from.row(id(ids, wide, r)), to.row(r), out.cols()));
    } else {
      chunks.forRows(
          out, r -> HalfRows.widen(x.type(), from.row(id(ids, wide, r)), to.row(r), out.cols()));
    }
  }

  @Override
  public void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    scatter.add(x, rows, out);
  }

  static long id(long ids, boolean wide, int i) {
    return wide ? getLong(ids + 8L * i) : getInt(ids + 4L * i);
  }

  @Override
  public void sumRows(Matrix x, float beta, Matrix out) {
    var from = HalfRows.Rows.of(x);
    long rowBytes = 4L * x.cols();
    int step = rowsPerChunk(x.cols());
    int chunkCount = Math.ceilDiv(x.rows(), step);
    // Behind its sum each chunk has a buffer for a widened row.
    try (var sums = scratch.borrow(2L * chunkCount * rowBytes)) {
      long buffers = sums.address() + chunkCount * rowBytes;
      team.ranges(
          x.rows(),
          step,
          (first, end) -> {
            long place = first / step * rowBytes;
            long sum = sums.address() + place;
            VectorElements.fill(0, sum, x.cols());
            for (int r = first; r < end; r++) {
              VectorElements.sum(sum, from.read(r, buffers + place), sum, x.cols());
            }
          });
      addPartialRows(sums.address(), chunkCount, rowBytes, beta, address(out), x.cols());
    }
  }

  /** {@code out = Σ partial rows + beta·out}. */
  private static void addPartialRows(
      long sums, int count, long rowBytes, float beta, long out, int cols) {
    if (beta == 0) {
      VectorElements.fill(0, out, cols);
    }
    for (int i = 0; i < count; i++) {
      VectorElements.sum(out, sums + i * rowBytes, out, cols);
    }
  }

  @Override
  public void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    if (HalfRows.isHalf(x) || HalfRows.isHalf(out)) {
      halfRows.activate(activation, x, bias, dropout, out);
      return;
    }
    var from = Operand.of(x);
    var to = Operand.of(out);
    if (bias == null && dropout.isOff()) {
      forSpans(
          out,
          isDense(x) && isDense(out),
          (r, c, n) -> VectorActivation.apply(activation, from.element(r, c), to.element(r, c), n));
      return;
    }
    long shift = bias == null ? NativeMemory.NONE : address(bias);
    chunks.forRows(
        out,
        r ->
            VectorActivation.activate(
                activation, from.row(r), shift, dropout, r, to.row(r), out.cols()));
  }

  @Override
  public void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    if (HalfRows.isHalf(out) || HalfRows.isHalf(gradOut) || HalfRows.isHalf(gradIn)) {
      halfRows.activateBackward(activation, out, dropout, gradOut, beta, gradIn);
      return;
    }
    var slope = VectorActivation.Slope.of(activation, dropout.scale());
    var result = Operand.of(out);
    var grad = Operand.of(gradOut);
    var to = Operand.of(gradIn);
    // Dropped elements are zero, like those cut off by ReLU: no mask is needed.
    if (dropout.isOff() || activation == Activation.RELU) {
      forSpans(
          gradIn,
          isDense(out) && isDense(gradOut) && isDense(gradIn),
          (r, c, n) ->
              VectorActivation.back(
                  slope, result.element(r, c), grad.element(r, c), beta != 0, to.element(r, c), n));
    } else {
      chunks.forRows(
          gradIn,
          r ->
              VectorActivation.backDropped(
                  slope,
                  dropout.threshold(),
                  VectorActivation.rowState(dropout, r),
                  result.row(r),
                  grad.row(r),
                  beta != 0,
                  to.row(r),
                  gradIn.cols()));
    }
  }

  @Override
  public void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum) {
    activateBackward(activation, out, dropout, grad, 0, grad);
    sumRows(grad, beta, sum);
  }

  @Override
  public void layerNorm(
      Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    var from = Operand.of(x);
    var to = Operand.of(out);
    var kept = Operand.of(stats);
    long gains = address(gain);
    long shifts = address(shift);
    chunks.forRows(
        out,
        r ->
            VectorRows.layerNorm(
                from.row(r), gains, shifts, epsilon, to.row(r), kept.row(r), x.cols()));
  }

  @Override
  public void layerNormBackward(
      Matrix x,
      Matrix gain,
      Matrix stats,
      Matrix gradOut,
      float beta,
      Matrix gradIn,
      Matrix gradGain,
      Matrix gradShift) {
    var from = Operand.of(x);
    var kept = Operand.of(stats);
    var grad = Operand.of(gradOut);
    var to = Operand.of(gradIn);
    long gains = address(gain);
    int cols = x.cols();
    long rowBytes = 4L * cols;
    int step = rowsPerChunk(cols);
    int chunkCount = Math.ceilDiv(x.rows(), step);
    try (var gainSums = scratch.borrow(chunkCount * rowBytes);
        var shiftSums = scratch.borrow(chunkCount * rowBytes);
        var means = scratch.borrow(8L * x.rows())) {
      VectorElements.fill(0, gainSums.address(), chunkCount * cols);
      VectorElements.fill(0, shiftSums.address(), chunkCount * cols);
      chunks.forRows(
          x,
          r ->
              VectorRows.addGainAndShift(
                  from.row(r),
                  kept.row(r),
                  grad.row(r),
                  gainSums.address() + r / step * rowBytes,
                  shiftSums.address() + r / step * rowBytes,
                  cols),
          r -> VectorRows.layerNormMean(grad.row(r), gains, means.address() + 8L * r, cols),
          r ->
              VectorRows.layerNormAlong(
                  from.row(r), gains, kept.row(r), grad.row(r), means.address() + 8L * r + 4, cols),
          r ->
              VectorRows.layerNormBack(
                  from.row(r),
                  gains,
                  kept.row(r),
                  grad.row(r),
                  means.address() + 8L * r,
                  beta != 0,
                  to.row(r),
                  cols));
      addPartialRows(gainSums.address(), chunkCount, rowBytes, 1, address(gradGain), cols);
      addPartialRows(shiftSums.address(), chunkCount, rowBytes, 1, address(gradShift), cols);
    }
  }

  @Override
  public void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    var from = Operand.of(logits);
    var to = Operand.of(grad);
    long label = address(labels);
    long factors = address(weight);
    double sum =
        chunks.sumOverRows(
            logits,
            r -> {
              int wanted = getInt(label + 4L * r);
              if (wanted < 0) {
                VectorElements.fill(0, to.row(r), logits.cols());
                return 0;
              }
              float factor =
                  factors == NativeMemory.NONE ? scale : scale * getFloat(factors + 4L * r);
              return VectorRows.softmaxCrossEntropy(
                  from.row(r), wanted, factor, to.row(r), logits.cols());
            });
    setFloat(address(loss), (float) sum);
  }

  @Override
  public void sigmoidCrossEntropy(
      Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    var from = Operand.of(logits);
    var wanted = Operand.of(targets);
    var to = Operand.of(grad);
    double sum =
        chunks.sumOverRows(
            logits,
            r -> {
              VectorRows.expOfMinusMagnitude(from.row(r), to.row(r), logits.cols());
              return 0;
            },
            r -> VectorRows.sigmoidLosses(from.row(r), wanted.row(r), to.row(r), logits.cols()),
            r -> {
              VectorRows.sigmoidGradients(
                  from.row(r), wanted.row(r), scale, to.row(r), logits.cols());
              return 0;
            });
    setFloat(address(loss), (float) (scale * sum));
  }

  @Override
  public void sumOfSquares(Matrix x, Matrix out) {
    var from = Operand.of(x);
    double sum = chunks.sumOverRows(x, r -> VectorRows.sumOfSquares(from.row(r), x.cols()));
    setFloat(address(out), (float) sum);
  }

  @Override
  public void adam(
      AdamStep step, Matrix grad, Matrix value, Matrix firstMoment, Matrix secondMoment) {
    var g = Operand.of(grad);
    var w = Operand.of(value);
    var m = Operand.of(firstMoment);
    var v = Operand.of(secondMoment);
    var factors = VectorOptimizers.AdamFactors.of(step);
    chunks.forRows(
        value,
        r -> VectorOptimizers.adam(factors, g.row(r), w.row(r), m.row(r), v.row(r), value.cols()));
  }

  @Override
  public void sgd(
      float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    var g = Operand.of(grad);
    var w = Operand.of(value);
    var v = Operand.of(velocity);
    chunks.forRows(
        value,
        r ->
            VectorOptimizers.sgd(
                rate, momentum, decay, g.row(r), w.row(r), v.row(r), value.cols()));
  }

  /** Elements from a column of a row on. */
  @FunctionalInterface
  private interface Span {
    void run(long row, long column, int elements);
  }

  /** Row by row, or, where no padding interrupts them, the elements as one long row. */
  private void forSpans(Matrix shape, boolean dense, Span body) {
    if (!dense) {
      chunks.forRows(shape, r -> body.run(r, 0, shape.cols()));
      return;
    }
    long elements = elements(shape);
    team.run(
        Math.toIntExact(Math.ceilDiv(elements, CHUNK_ELEMENTS)),
        chunk -> {
          long from = (long) chunk * CHUNK_ELEMENTS;
          body.run(0, from, (int) Math.min(CHUNK_ELEMENTS, elements - from));
        });
  }

  private static boolean isDense(Matrix m) {
    return m.stride() == m.cols();
  }

  private static long elements(Matrix m) {
    return (long) m.rows() * m.cols();
  }
}
