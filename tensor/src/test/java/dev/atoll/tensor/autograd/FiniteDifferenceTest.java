package dev.atoll.tensor.autograd;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The gradient of every operation against the slope of {@code Σ weight ⊙ output}. */
class FiniteDifferenceTest {
  private static final float STEP = 1e-2f;

  private final CpuBackend cpu = CpuBackend.open(2);
  private final Workspace data = cpu.newWorkspace();
  private final Workspace steps = cpu.newWorkspace();
  private final SplittableRandom random = new SplittableRandom(7);

  @AfterEach
  void close() {
    steps.close();
    data.close();
    cpu.close();
  }

  @Test
  void matmul() {
    Parameter x = parameter(5, 4);
    Parameter w = parameter(4, 3);
    check(t -> t.use(x).matmul(t.use(w)), x, w);
  }

  @Test
  void sumOfProducts() {
    Parameter x = parameter(5, 4);
    Parameter w = parameter(4, 3);
    Parameter y = parameter(5, 2);
    Parameter v = parameter(2, 3);
    check(t -> t.use(x).matmul(t.use(w), t.use(y), t.use(v)), x, w, y, v);
  }

  @Test
  void addMatmul() {
    Parameter base = parameter(5, 3);
    Parameter x = parameter(5, 4);
    Parameter w = parameter(4, 3);
    check(t -> t.use(base).addMatmul(t.use(x), t.use(w)), base, x, w);
    check(t -> t.use(x).matmul(t.use(w)).addMatmul(t.use(x), t.use(w)), x, w);
  }

  @Test
  void products() {
    Parameter x = parameter(5, 6);
    Parameter y = parameter(5, 6);
    Parameter z = parameter(3, 6);
    check(t -> t.use(x).multiply(t.use(y)), x, y);
    check(t -> t.use(x).multiply(t.use(x)), x);
    check(t -> t.use(x).multiplyComplex(t.use(y)), x, y);
    check(t -> t.use(x).matmulTransposed(t.use(z)), x, z);
    check(t -> t.use(x).scale(0.5f).add(t.use(y)), x, y);
  }

  @Test
  void complexProductIsThatOfComplexNumbers() {
    Parameter x = parameter(1, 2);
    Parameter y = parameter(1, 2);
    var tape = Tape.inference(cpu.kernels(), steps);
    Matrix out = tape.use(x).multiplyComplex(tape.use(y)).value();
    float a = cell(x.value(), 0);
    float b = cell(x.value(), 1);
    float c = cell(y.value(), 0);
    float d = cell(y.value(), 1);
    assertEquals(a * c - b * d, cell(out, 0), 1e-5f);
    assertEquals(a * d + b * c, cell(out, 1), 1e-5f);
  }

  private static float cell(Matrix row, int column) {
    return row.data().getAtIndex(JAVA_FLOAT, column);
  }

  @Test
  void concat() {
    Parameter x = parameter(5, 1);
    Parameter y = parameter(5, 17);
    check(t -> t.use(x).concat(t.use(y)), x, y);
  }

  @Test
  void aStepOfInferenceGivesBackAllButItsResult() {
    Parameter x = parameter(40, 40);
    var tape = Tape.inference(cpu.kernels(), steps);
    Var out = tape.use(x).matmul(tape.use(x));
    for (int i = 0; i < 10; i++) {
      out = tape.step(out, v -> v.matmul(tape.use(x)).activate(Activation.RELU).firstRows(40));
    }
    assertEquals(3 * 40 * 40 * Float.BYTES, steps.neededBytes());
  }

  @Test
  void aggregate() {
    Parameter x = parameter(4, 20);
    check(t -> t.use(x).aggregate(links(true)), x);
  }

  @Test
  void addAggregate() {
    Parameter x = parameter(3, 5);
    Parameter y = parameter(4, 5);
    check(t -> t.use(x).addAggregate(links(true), t.use(y)), x, y);
  }

  @Test
  void addAggregateInPlace() {
    Parameter x = parameter(3, 2);
    Parameter w = parameter(2, 5);
    Parameter y = parameter(4, 5);
    check(t -> t.use(x).matmul(t.use(w)).addAggregate(links(true), t.use(y)), x, w, y);
  }

  @Test
  void aggregateMatmul() {
    Parameter x = parameter(4, 3);
    Parameter w = parameter(3, 5);
    Parameter v = parameter(3, 5);
    check(t -> t.use(x).aggregateMatmul(links(true), t.use(w), t.use(v)), x, w, v);
  }

  @Test
  void gradientsOfMostlyZeros() {
    Parameter x = parameter(4, 3);
    Parameter w = parameter(3, 5);
    Parameter v = parameter(3, 5);
    Parameter y = parameter(3, 3);
    var dropout = new Dropout(0.7f, 11, null);
    check(
        t -> {
          Var h = t.use(x).dropout(dropout).aggregateMatmul(links(true), t.use(w), t.use(v));
          return h.dropout(dropout);
        },
        x,
        w,
        v);
    check(t -> t.use(x).dropout(dropout).aggregate(links(true)).dropout(dropout), x);
    check(t -> t.use(y).addAggregate(links(true), t.use(x)).dropout(dropout), x, y);
  }

  @Test
  void anOperandThatIsReadTwiceIsNotOverwritten() {
    Parameter x = parameter(4, 2);
    Parameter w = parameter(2, 5);
    Parameter square = parameter(5, 5);
    check(
        t -> {
          Var h = t.use(x).matmul(t.use(w));
          return h.addAggregate(cycle(), h);
        },
        x,
        w);
    check(
        t -> {
          Var h = t.use(x).matmul(t.use(w));
          return h.addMatmul(h, t.use(square));
        },
        x,
        w,
        square);
    check(
        t -> {
          Var h = t.use(x).matmul(t.use(w));
          return h.add(h);
        },
        x,
        w);
  }

  @Test
  void memoryThatAnotherOperandReadsIsNotOverwritten() {
    Parameter x = parameter(4, 5);
    Matrix identity = identity(5);
    var tape = Tape.inference(cpu.kernels(), steps);
    Var h = tape.use(x).matmul(tape.constant(identity));
    Var out = h.addAggregate(cycle(), tape.constant(h.value()));
    for (int v = 0; v < 4; v++) {
      float expected = cell(x.value(), v, 0) + cell(x.value(), (v + 3) % 4, 0);
      assertEquals(expected, cell(out.value(), v, 0), 1e-5f);
    }
  }

  @Test
  void aggregateMax() {
    Parameter x = parameter(4, 5);
    check(t -> t.use(x).aggregateMax(links(false)), x);
  }

  @Test
  void aggregateWithValuesPerHead() {
    Parameter x = parameter(4, 6);
    Parameter values = parameter(6, 2);
    check(t -> t.use(x).aggregate(links(false), t.use(values)), x, values);
  }

  @Test
  void edgeDot() {
    Parameter left = parameter(3, 6);
    Parameter right = parameter(4, 6);
    check(t -> t.use(left).edgeDot(links(false), t.use(right), 2), left, right);
  }

  @Test
  void edgeAdd() {
    Parameter left = parameter(3, 2);
    Parameter right = parameter(4, 2);
    check(t -> t.use(left).edgeAdd(links(false), t.use(right)), left, right);
  }

  @Test
  void edgeSoftmax() {
    Parameter values = parameter(6, 2);
    check(t -> t.use(values).edgeSoftmax(links(false)), values);
  }

  @Test
  void attentionAsAWhole() {
    Parameter z = parameter(4, 6);
    Parameter left = parameter(3, 2, 2);
    Parameter right = parameter(4, 2);
    var dropout = new Dropout(0.3f, 11, null);
    check(
        t -> {
          SparseMatrix links = links(false);
          Var scores = t.use(left).edgeAdd(links, t.use(right)).activate(Activation.LEAKY_RELU);
          return t.use(z).aggregate(links, scores.edgeSoftmax(links).dropout(dropout));
        },
        z,
        left,
        right);
  }

  @Test
  void attentionAsOneOperation() {
    Parameter z = parameter(4, 6);
    Parameter left = parameter(3, 2, 2);
    Parameter right = parameter(4, 2);
    for (float rate : new float[] {0, 0.3f}) {
      var dropout = new Dropout(rate, 11, null);
      check(
          t -> t.apply(new Attend(links(false), dropout), t.use(z), t.use(left), t.use(right)),
          z,
          left,
          right);
    }
  }

  /** Rows, targets and sources of one origin: gradients are added up. */
  @Test
  void attentionToItself() {
    Parameter z = parameter(4, 2, 2);
    check(t -> t.apply(new Attend(cycle(), Dropout.NONE), t.use(z), t.use(z), t.use(z)), z);
  }

  @Test
  void attentionOfConstants() {
    Parameter z = parameter(4, 6);
    Parameter left = parameter(3, 2, 2);
    Parameter right = parameter(4, 2);
    check(
        t ->
            t.apply(
                new Attend(links(false), Dropout.NONE),
                t.constant(z.value()),
                t.use(left),
                t.constant(right.value())),
        left);
  }

  @Test
  void add() {
    Parameter x = parameter(3, 4);
    Parameter y = parameter(3, 4);
    check(t -> t.use(x).add(t.use(y)), x, y);
  }

  @Test
  void aValueUsedTwiceGathersBothGradients() {
    Parameter x = parameter(3, 3);
    Parameter w = parameter(3, 3);
    check(
        t -> {
          Var h = t.use(x).matmul(t.use(w)).retain();
          return h.matmul(t.use(w)).add(h);
        },
        x,
        w);
  }

  @Test
  void activations() {
    for (Activation activation : Activation.values()) {
      for (float rate : new float[] {0, 0.4f}) {
        Parameter x = parameter(3, 17, 2);
        Parameter bias = parameter(1, 17);
        Matrix identity = identity(17);
        var dropout = new Dropout(rate, 5, null);
        check(
            t -> t.use(x).matmul(t.constant(identity)).activate(activation, t.use(bias), dropout),
            x,
            bias);
        check(t -> t.use(x).activate(activation, null, dropout), x);
      }
    }
  }

  @Test
  void layerNorm() {
    Parameter x = parameter(3, 9);
    Parameter gain = parameter(1, 9);
    Parameter shift = parameter(1, 9);
    check(t -> t.use(x).layerNorm(t.use(gain), t.use(shift)), x, gain, shift);
  }

  @Test
  void firstRowsAndGather() {
    Parameter x = parameter(5, 3);
    check(t -> t.use(x).firstRows(2), x);
    Buffer rows = ints(4, 0, 4, 2);
    check(t -> t.use(x).gather(rows), x);
  }

  @Test
  void firstRowsBesideTheWhole() {
    Parameter x = parameter(4, 3);
    Parameter w = parameter(3, 5);
    check(
        t ->
            t.use(x)
                .firstRows(3)
                .matmul(t.use(w))
                .addAggregate(links(true), t.use(x).matmul(t.use(w))),
        x,
        w);
  }

  @Test
  void meanHeads() {
    Parameter x = parameter(3, 6);
    check(t -> t.use(x).meanHeads(3), x);
  }

  @Test
  void productWithSparseRowsAndTheirDropout() {
    Parameter w = parameter(4, 5);
    check(t -> t.constant(links(true)).matmul(t.use(w)), w);
    var dropout = new Dropout(0.5f, 3, null);
    check(t -> t.constant(links(true)).dropout(dropout).matmul(t.use(w)), w);
  }

  /** Gradient of the sum of X·W + X·V: an element of column c gets the sums of row c of W and V. */
  @Test
  void elementsOfSparseRowsGetGradients() {
    Parameter w = parameter(4, 5);
    Parameter v = parameter(4, 5);
    Matrix gradients = data.matrix(6, 1);
    check(t -> sparseProducts(t, gradients, w, v), w, v);
    var tape = Tape.recording(cpu.kernels(), steps);
    Var out = sparseProducts(tape, gradients, w, v);
    tape.backward(out, filled(3, 5, 1));
    int[] columns = {0, 2, 3, 1, 2, 0};
    for (int e = 0; e < columns.length; e++) {
      double sum = 0;
      for (int h = 0; h < 5; h++) {
        sum += cell(w.value(), columns[e], h) + cell(v.value(), columns[e], h);
      }
      assertEquals(sum, cell(gradients, e, 0), 1e-4);
    }
  }

  private Var sparseProducts(Tape t, Matrix gradients, Parameter w, Parameter v) {
    Var x = t.constant(links(false), gradients);
    return x.matmul(t.use(w)).add(x.matmul(t.use(v)));
  }

  @Test
  void anUnusedParameterGetsAZeroGradient() {
    Parameter x = parameter(2, 2);
    Parameter idle = parameter(2, 2);
    cpu.kernels().fill(9, idle.grad());
    var tape = Tape.recording(cpu.kernels(), steps);
    Var out = tape.use(x).add(tape.constant(idle.value()));
    tape.use(idle);
    tape.backward(out, filled(2, 2, 1));
    assertEquals(0, cell(idle.grad(), 1, 1));
    assertEquals(1, cell(x.grad(), 1, 1));
  }

  @Test
  void usingAnOverwrittenValueIsAnError() {
    Parameter x = parameter(2, 2);
    var tape = Tape.recording(cpu.kernels(), steps);
    Var h = tape.use(x).matmul(tape.use(x));
    h.activate(Activation.RELU);
    var error = assertThrows(IllegalStateException.class, () -> h.matmul(tape.use(x)));
    assertTrue(error.getMessage().contains("retain()"), error.getMessage());
  }

  @Test
  void shapesThatDoNotFitAreNamed() {
    Parameter x = parameter(2, 3);
    var tape = Tape.recording(cpu.kernels(), steps);
    var error = assertThrows(IllegalArgumentException.class, () -> tape.use(x).matmul(tape.use(x)));
    assertTrue(error.getMessage().contains("2×3, 2×3"), error.getMessage());
  }

  @Test
  void aSecondStepTakesNoNewMemory() {
    Parameter x = parameter(50, 20);
    Parameter w = parameter(20, 20);
    long after = 0;
    for (int step = 0; step < 3; step++) {
      steps.reset();
      var tape = Tape.recording(cpu.kernels(), steps);
      Var out = tape.use(x).matmul(tape.use(w)).activate(Activation.RELU).matmul(tape.use(w));
      tape.backward(out, filled(50, 20, 1));
      after = step == 0 ? steps.heldBytes() : after;
    }
    assertEquals(after, steps.heldBytes());
  }

  private void check(Function<Tape, Var> model, Parameter... parameters) {
    steps.reset();
    var tape = Tape.recording(cpu.kernels(), steps);
    Var out = model.apply(tape);
    float[] weights = weights(out.rows() * out.cols());
    Matrix grad = steps.matrix(out.rows(), out.cols());
    cpu.upload(MemorySegment.ofArray(weights), grad);
    tape.backward(out, grad);
    for (Parameter p : parameters) {
      for (int r = 0; r < p.value().rows(); r++) {
        for (int c = 0; c < p.value().cols(); c++) {
          double slope = slope(model, weights, p.value(), r, c);
          assertEquals(
              slope,
              cell(p.grad(), r, c),
              2e-2 * Math.max(1, Math.abs(slope)),
              p.value().shape() + " at " + r + "," + c);
        }
      }
    }
  }

  private double slope(Function<Tape, Var> model, float[] weights, Matrix value, int r, int c) {
    float before = cell(value, r, c);
    setCell(value, r, c, before + STEP);
    double above = score(model, weights);
    setCell(value, r, c, before - STEP);
    double below = score(model, weights);
    setCell(value, r, c, before);
    return (above - below) / (2 * STEP);
  }

  private double score(Function<Tape, Var> model, float[] weights) {
    try (Workspace scratch = cpu.newWorkspace()) {
      Var out = model.apply(Tape.inference(cpu.kernels(), scratch));
      float[] elements = new float[weights.length];
      cpu.download(out.value(), MemorySegment.ofArray(elements));
      double sum = 0;
      for (int i = 0; i < elements.length; i++) {
        sum += (double) elements[i] * weights[i];
      }
      return sum;
    }
  }

  private Parameter parameter(int rows, int cols) {
    return parameter(rows, cols, 0.1f);
  }

  /**
   * Elements well apart from each other and at least so far from zero, so that no step crosses a
   * kink.
   */
  private Parameter parameter(int rows, int cols, float least) {
    float[] elements = new float[rows * cols];
    for (int i = 0; i < elements.length; i++) {
      elements[i] =
          (random.nextBoolean() ? 1 : -1) * (least + 0.05f * random.nextInt(20) + 0.001f * i);
    }
    Matrix value = data.matrix(rows, cols);
    cpu.upload(MemorySegment.ofArray(elements), value);
    return new Parameter("p", value, data.matrix(rows, cols));
  }

  private Matrix identity(int size) {
    float[] elements = new float[size * size];
    for (int i = 0; i < size; i++) {
      elements[i * size + i] = 1;
    }
    Matrix value = data.matrix(size, size);
    cpu.upload(MemorySegment.ofArray(elements), value);
    return value;
  }

  private float[] weights(int count) {
    float[] weights = new float[count];
    for (int i = 0; i < count; i++) {
      weights[i] = 0.5f + (float) random.nextDouble();
    }
    return weights;
  }

  private Matrix filled(int rows, int cols, float value) {
    Matrix m = steps.matrix(rows, cols);
    cpu.kernels().fill(value, m);
    return m;
  }

  /** Three targets over four sources, six links, the second target without any; weighted or not. */
  private SparseMatrix links(boolean weighted) {
    Csr byRow = Csr.pattern(3, 4, 6, longs(0, 3, 3, 6), ints(0, 2, 3, 1, 2, 0));
    Csr byColumn = Csr.pattern(4, 3, 6, longs(0, 2, 3, 5, 6), ints(0, 2, 2, 0, 2, 0));
    Buffer edgeOf = ints(0, 5, 3, 1, 4, 2);
    if (!weighted) {
      return new SparseMatrix(byRow, byColumn, edgeOf);
    }
    Buffer ofTargets = floats(0.5f, 2, 0.25f);
    Buffer ofSources = floats(1, 3, 0.5f, 2);
    return new SparseMatrix(
        byRow.withWeight(floats(1, 2, 3, 4, 5, 6)).withScales(ofTargets, ofSources),
        byColumn.withWeight(floats(1, 6, 4, 2, 5, 3)).withScales(ofSources, ofTargets),
        edgeOf);
  }

  /** Four nodes, each with its predecessor as only neighbour. */
  private SparseMatrix cycle() {
    Csr byRow = Csr.pattern(4, 4, 4, longs(0, 1, 2, 3, 4), ints(3, 0, 1, 2));
    Csr byColumn = Csr.pattern(4, 4, 4, longs(0, 1, 2, 3, 4), ints(1, 2, 3, 0));
    return new SparseMatrix(byRow, byColumn, ints(1, 2, 3, 0));
  }

  private Buffer longs(long... elements) {
    return upload(DType.I64, elements.length, MemorySegment.ofArray(elements));
  }

  private Buffer ints(int... elements) {
    return upload(DType.I32, elements.length, MemorySegment.ofArray(elements));
  }

  private Buffer floats(float... elements) {
    return upload(DType.F32, elements.length, MemorySegment.ofArray(elements));
  }

  private Buffer upload(DType type, int count, MemorySegment elements) {
    Buffer buffer = data.buffer(type, count);
    cpu.upload(elements, buffer);
    return buffer;
  }

  private float cell(Matrix m, int r, int c) {
    return m.data().get(JAVA_FLOAT, (long) r * m.rowBytes() + 4L * c);
  }

  private void setCell(Matrix m, int r, int c, float value) {
    m.data().set(JAVA_FLOAT, (long) r * m.rowBytes() + 4L * c, value);
  }
}
