package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;

/**
 * A value on the tape, and the operations on it. Models are written with these; anything else goes
 * through {@link Tape#apply} with an {@link Op} of one's own.
 */
public final class Var {
  /** The owner of the memory of a value. */
  enum Memory {
    /** Owned by the caller: constants and parameters. */
    FOREIGN,
    /** Owned by this variable, allocated in the workspace. */
    OWN,
    /** The variable that this one was computed from. */
    SHARED
  }

  private final Tape tape;
  private final Matrix value;
  private final SparseMatrix sparse;
  private final Matrix sparseValues;
  private final Matrix sparseGradients;
  private final Gradient gradient;
  private final Memory memory;
  private final boolean mostlyZero;
  private boolean kept;
  private boolean overwritten;

  Var(Tape tape, Matrix value, Gradient gradient, Memory memory) {
    this(tape, value, gradient, memory, false);
  }

  Var(Tape tape, Matrix value, Gradient gradient, Memory memory, boolean mostlyZero) {
    this(tape, value, null, null, null, gradient, memory, mostlyZero);
  }

  /** A sparse value; {@code values} replace the edges' own weights, unless null. */
  Var(Tape tape, SparseMatrix sparse, Matrix values) {
    this(tape, sparse, values, null);
  }

  /**
   * A sparse variable with values on the edges; {@code gradients} receives their gradients, unless
   * null.
   */
  Var(Tape tape, SparseMatrix sparse, Matrix values, Matrix gradients) {
    this(
        tape,
        null,
        sparse,
        values,
        gradients,
        null,
        values == null ? Memory.FOREIGN : Memory.OWN,
        false);
  }

  private Var(
      Tape tape,
      Matrix value,
      SparseMatrix sparse,
      Matrix sparseValues,
      Matrix sparseGradients,
      Gradient gradient,
      Memory memory,
      boolean mostlyZero) {
    this.tape = tape;
    this.value = value;
    this.sparse = sparse;
    this.sparseValues = sparseValues;
    this.sparseGradients = sparseGradients;
    this.gradient = gradient;
    this.memory = memory;
    this.mostlyZero = mostlyZero;
  }

  public Tape tape() {
    return tape;
  }

  /** The number of rows. */
  public int rows() {
    return isSparse() ? sparse.rows() : value.rows();
  }

  /** The number of columns. */
  public int cols() {
    return isSparse() ? sparse.cols() : value.cols();
  }

  /** The elements of a dense value; fails for a sparse constant. */
  public Matrix value() {
    if (isSparse()) {
      throw new IllegalStateException(
          "a sparse constant of " + rows() + "×" + cols() + ": only matmul and dropout work on it");
    }
    return value;
  }

  public boolean isSparse() {
    return sparse != null;
  }

  /** Whether the value is the same in every step: it depends on no parameter and no dropout. */
  public boolean isConstant() {
    return memory == Memory.FOREIGN && gradient == null;
  }

  /** {@code this·w}. */
  public Var matmul(Var w) {
    if (!isSparse()) {
      return tape.apply(new MatMul(), this, w);
    }
    if (sparseGradients != null) {
      return w.aggregate(
          sparse, tape.use(new Parameter("elements", sparseValues, sparseGradients)));
    }
    return sparseValues == null
        ? w.aggregate(sparse)
        : w.aggregate(sparse, tape.constant(sparseValues));
  }

  /** {@code this·w + y·v}, as one operation without a separate addition. */
  public Var matmul(Var w, Var y, Var v) {
    return isSparse() || y.isSparse()
        ? matmul(w).add(y.matmul(v))
        : tape.apply(new MatMul(), this, w, y, v);
  }

  /** {@code this + x·w}. */
  public Var addMatmul(Var x, Var w) {
    return x.isSparse()
        ? add(x.matmul(w).firstRows(rows()))
        : tape.apply(new AddMatMul(), this, x, w);
  }

  /** {@code a·this}: sums over neighbours, weighted by {@code a}; the kernel is spmm. */
  public Var aggregate(SparseMatrix a) {
    return tape.apply(new Aggregate(a, mostlyZero), this);
  }

  /**
   * {@code this_own·w + (a·this)·v}, where this_own are the first rows. As one operation it may sum
   * its own gradient over edges, which is mostly zeros behind ReLU and dropout, before it
   * multiplies it.
   */
  public Var aggregateMatmul(SparseMatrix a, Var w, Var v) {
    return tape.apply(new AggregateMatMul(a, mostlyZero), this, w, v);
  }

  /** {@code this + a·y}. */
  public Var addAggregate(SparseMatrix a, Var y) {
    return tape.apply(new AddAggregate(a), this, y);
  }

  /** The largest value among the neighbours, column by column. */
  public Var aggregateMax(SparseMatrix a) {
    return tape.apply(new AggregateMax(a), this);
  }

  /**
   * {@code Σ values[e,h]·this[column(e),h,:]}: sums over neighbours with a weight per edge and
   * head.
   */
  public Var aggregate(SparseMatrix a, Var values) {
    return tape.apply(new AggregateHeads(a), this, values);
  }

  /** {@code out[e,h] = this[row(e),h] + right[column(e),h]}. */
  public Var edgeAdd(SparseMatrix a, Var right) {
    return tape.apply(new EdgeAdd(a), this, right);
  }

  /** {@code out[e,h] = ⟨this[row(e),h,:], right[column(e),h,:]⟩}. */
  public Var edgeDot(SparseMatrix a, Var right, int heads) {
    return tape.apply(new EdgeDot(a, heads), this, right);
  }

  /** Softmax of edge values over the edges of each row. */
  public Var edgeSoftmax(SparseMatrix a) {
    return tape.apply(new EdgeSoftmax(a), this);
  }

  /**
   * The shares of edges in attention: {@code dropout(softmax(LeakyReLU(this[row(e),h] +
   * sources[column(e),h])))} over the edges of each row.
   */
  public Var attentionShares(SparseMatrix a, Var sources, Dropout dropout) {
    return edgeAdd(a, sources).activate(Activation.LEAKY_RELU).edgeSoftmax(a).dropout(dropout);
  }

  /**
   * {@link #aggregate(SparseMatrix, Var)} with {@link #attentionShares} of these scores, as one
   * operation where the backend prefers that.
   */
  public Var attend(SparseMatrix a, Var targets, Var sources, Dropout dropout) {
    return tape.fusesAttention()
        ? tape.apply(new Attend(a, dropout), this, targets, sources)
        : aggregate(a, targets.attentionShares(a, sources, dropout));
  }

  public Var add(Var other) {
    return tape.apply(new Add(), this, other);
  }

  /** {@code factor·this}. */
  public Var scale(float factor) {
    return tape.apply(new ScaleBy(factor), this);
  }

  /** {@code this ⊙ other}, element by element. */
  public Var multiply(Var other) {
    return tape.apply(new Multiply(), this, other);
  }

  /** The element-wise product of complex numbers: a row holds real parts, then imaginary parts. */
  public Var multiplyComplex(Var other) {
    return tape.apply(new MultiplyComplex(), this, other);
  }

  /** {@code this·otherᵀ}: every row of this with every row of the other. */
  public Var matmulTransposed(Var other) {
    return tape.apply(new MatMulTransposed(), this, other);
  }

  /** {@code [this | right]}: the columns of both. */
  public Var concat(Var right) {
    return tape.apply(new Concat(), this, right);
  }

  public Var addRow(Var row) {
    return activate(Activation.IDENTITY, row, Dropout.NONE);
  }

  public Var activate(Activation activation) {
    return activate(activation, null, Dropout.NONE);
  }

  /** {@code dropout(activation(this + bias))} in one pass; {@code bias} is one row, or null. */
  public Var activate(Activation activation, Var bias, Dropout dropout) {
    var op = new Activate(activation, dropout);
    return bias == null ? tape.apply(op, this) : tape.apply(op, this, bias);
  }

  /**
   * Drops elements. For a sparse constant, drops the stored elements that would be dropped from the
   * equal dense matrix.
   */
  public Var dropout(Dropout dropout) {
    if (dropout.isOff()) {
      return this;
    }
    return isSparse() ? dropoutSparse(dropout) : activate(Activation.IDENTITY, null, dropout);
  }

  private Var dropoutSparse(Dropout dropout) {
    Matrix after = tape.workspace().matrix(Math.toIntExact(sparse.nonZeros()), 1);
    tape.kernels().dropEdges(sparse.byRow(), dropout, after);
    return new Var(tape, sparse, after, sparseGradients);
  }

  /** Normalises each row to mean 0 and variance 1, then scales and shifts. */
  public Var layerNorm(Var gain, Var shift) {
    return tape.apply(new LayerNorm(), this, gain, shift);
  }

  /** The first rows: the targets of a block lead its sources. */
  public Var firstRows(int count) {
    return count == rows() ? this : tape.apply(new FirstRows(count), this);
  }

  public Var gather(Buffer rows) {
    return tape.apply(new Gather(rows), this);
  }

  /** This value as F32, in which losses and scores are computed. */
  public Var inFull() {
    return value().type() == DType.F32 ? this : tape.apply(new ToFloat32(), this);
  }

  /** The mean over {@code heads} groups of columns. */
  public Var meanHeads(int heads) {
    return heads == 1 ? this : tape.apply(new MeanHeads(heads), this);
  }

  /** Protects the value from operations in place, for code that uses it again afterwards. */
  public Var retain() {
    kept = true;
    return this;
  }

  Gradient gradient() {
    return gradient;
  }

  boolean ownsMemory() {
    return memory == Memory.OWN;
  }

  /** Whether the value is no longer needed once this variable's next user has read it. */
  boolean isDisposable() {
    return memory != Memory.FOREIGN && !kept;
  }

  void overwrite() {
    overwritten = true;
  }

  void checkUsable() {
    if (overwritten) {
      throw new IllegalStateException(
          "this value was overwritten by an operation in place: call retain() on it before that"
              + " operation");
    }
  }
}
