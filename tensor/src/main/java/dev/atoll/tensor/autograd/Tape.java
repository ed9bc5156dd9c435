package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Records one forward pass, then plays it back. One tape, one step, one thread. */
public final class Tape {
  /** The default of {@code Backend.flopsPerByte}. */
  private static final double FLOPS_PER_BYTE = 5;

  private record Entry(Op op, List<Var> in, Var out) {}

  private final Op.Scratch scratch;
  private final boolean recording;
  private final double flopsPerByte;
  private final boolean skipsZeros;
  private final boolean fusesAttention;
  private final List<Entry> entries = new ArrayList<>();

  /** Matrices of the workspace that are not yet released; used at inference only. */
  private final List<Matrix> taken = new ArrayList<>();

  /** The memory behind the result of the last {@link #step}. */
  private Matrix carried;

  private final Map<Parameter, Var> parameters = new HashMap<>();

  private Tape(Op.Scratch scratch, boolean recording) {
    this.scratch = scratch;
    this.recording = recording;
    this.flopsPerByte = FLOPS_PER_BYTE;
    this.skipsZeros = false;
    this.fusesAttention = false;
  }

  private Tape(Backend backend, Kernels kernels, Workspace workspace, boolean recording) {
    this.scratch = new Op.Scratch(kernels, workspace, backend.activations());
    this.recording = recording;
    this.flopsPerByte = backend.flopsPerByte();
    this.skipsZeros = backend.skipsZeros();
    this.fusesAttention = backend.fusesAttention();
  }

  /** A tape for training in full precision. */
  public static Tape recording(Kernels kernels, Workspace workspace) {
    return new Tape(new Op.Scratch(kernels, workspace), true);
  }

  /** A tape for inference in full precision, without gradients or saved values. */
  public static Tape inference(Kernels kernels, Workspace workspace) {
    return new Tape(new Op.Scratch(kernels, workspace), false);
  }

  /** A tape for training whose values have the number format of the backend's activations. */
  public static Tape recording(Backend backend, Workspace workspace) {
    return new Tape(backend, backend.kernels(), workspace, true);
  }

  /** A tape for inference whose values have the number format of the backend's activations. */
  public static Tape inference(Backend backend, Workspace workspace) {
    return new Tape(backend, backend.kernels(), workspace, false);
  }

  /** A tape for inference of some rows at a time, by {@link Backend#rowKernels}. */
  public static Tape inferenceByRow(Backend backend, Workspace workspace) {
    return new Tape(backend, backend.rowKernels(), workspace, false);
  }

  public boolean isRecording() {
    return recording;
  }

  /** {@link Backend#flopsPerByte}. */
  public double flopsPerByte() {
    return flopsPerByte;
  }

  /**
   * Whether gradients that are mostly zeros are summed over edges before they are multiplied,
   * rather than after.
   */
  public boolean skipsZeros() {
    return recording && skipsZeros;
  }

  /** {@link Backend#fusesAttention}. */
  boolean fusesAttention() {
    return fusesAttention;
  }

  public Kernels kernels() {
    return scratch.kernels();
  }

  public Workspace workspace() {
    return scratch.workspace();
  }

  /** A value that stays the same over all steps, such as the features. */
  public Var constant(Matrix value) {
    return new Var(this, value, null, Var.Memory.FOREIGN);
  }

  /** A sparse constant: bags of words. */
  public Var constant(SparseMatrix value) {
    return new Var(this, value, (Matrix) null);
  }

  /**
   * A sparse constant whose non-zeros get gradients.
   *
   * @param gradients a row of one column per non-zero, in their order
   */
  public Var constant(SparseMatrix value, Matrix gradients) {
    Matrix elements = workspace().matrix(Math.toIntExact(value.nonZeros()), 1);
    kernels().dropEdges(value.byRow(), Dropout.NONE, elements);
    return new Var(this, value, elements, gradients);
  }

  /** A trained matrix; asked twice, it is the same variable. */
  public Var use(Parameter parameter) {
    return parameters.computeIfAbsent(
        parameter,
        p -> {
          var gradient = recording ? new Gradient(scratch, p.grad()) : null;
          return new Var(this, p.value(), gradient, Var.Memory.FOREIGN);
        });
  }

  /**
   * Computes the next value from the last. On an inference tape all memory allocated during the
   * step is released, and that of the previous step; it must not be used afterwards.
   */
  public Var step(Var last, UnaryOperator<Var> next) {
    int before = taken.size();
    Var result = next.apply(last);
    if (!recording) {
      List<Matrix> since = taken.subList(before, taken.size());
      if (carried != null) {
        since.add(carried);
      }
      carried = null;
      since.forEach(memory -> carryOrRelease(memory, result.value()));
      since.clear();
    }
    return result;
  }

  private void carryOrRelease(Matrix memory, Matrix result) {
    if (memory.data().address() == result.data().address()) {
      carried = memory;
    } else {
      scratch.workspace().release(memory);
    }
  }

  /** Runs an op and remembers it. */
  public Var apply(Op op, Var... in) {
    for (Var v : in) {
      v.checkUsable();
    }
    Matrix[] values = values(List.of(in));
    boolean mayOverwrite = in[0].isDisposable() && !op.readsInput(0) && !overlapsAnother(values);
    Matrix value = op.forward(scratch, values, mayOverwrite);
    Gradient gradient = gradientFor(value, in);
    var out = new Var(this, value, gradient, memoryOf(op, value, in[0]), op.isMostlyZero());
    if (mayOverwrite && value.equals(in[0].value())) {
      in[0].overwrite();
    }
    for (int i = 0; i < in.length; i++) {
      if (op.readsInput(i) || op.sharesInput()) {
        in[i].retain();
      }
    }
    if (op.readsOutput() || op.sharesInput()) {
      out.retain();
    }
    if (!recording && out.ownsMemory()) {
      taken.add(value);
    }
    if (gradient != null) {
      entries.add(new Entry(op, List.of(in), out));
    }
    return out;
  }

  /**
   * Whether the first operand shares memory with another, which is still read when it is written.
   */
  private static boolean overlapsAnother(Matrix[] values) {
    for (int i = 1; i < values.length; i++) {
      if (overlap(values[0].data(), values[i].data())) {
        return true;
      }
    }
    return false;
  }

  private static boolean overlap(MemorySegment x, MemorySegment y) {
    return x.address() < y.address() + y.byteSize() && y.address() < x.address() + x.byteSize();
  }

  private Gradient gradientFor(Matrix value, Var[] in) {
    for (Var v : in) {
      if (v.gradient() != null) {
        return new Gradient(scratch, value.rows(), value.cols(), value.type());
      }
    }
    return null;
  }

  private static Var.Memory memoryOf(Op op, Matrix value, Var first) {
    return op.sharesInput() || value.equals(first.value()) ? Var.Memory.SHARED : Var.Memory.OWN;
  }

  /**
   * Backpropagates from {@code from}, whose gradient is given, and stores the gradient of every
   * parameter used. Afterwards the tape and all values on it but {@code from} must not be used.
   *
   * @param gradient a matrix of the tape's own workspace. It is consumed: its memory holds
   *     gradients on the way back and is then released, so the caller neither reads nor releases it
   */
  public void backward(Var from, Matrix gradient) {
    backward(from, gradient, _ -> {});
  }

  /**
   * Backpropagates like {@link #backward(Var, Matrix)} and reports each parameter as soon as its
   * gradient is complete, while backpropagation goes on; unused parameters are reported at the end.
   */
  public void backward(Var from, Matrix gradient, Consumer<Parameter> complete) {
    from.gradient().takeOver(gradient);
    IdentityHashMap<Entry, List<Parameter>> firstUses = firstUses();
    for (Entry entry : entries.reversed()) {
      Matrix gradOut = entry.out.gradient().gathered();
      if (gradOut != null) {
        playBack(entry, gradOut);
      }
      if (entry.out != from && entry.out.ownsMemory()) {
        scratch.workspace().release(entry.out.value());
      }
      firstUses.getOrDefault(entry, List.of()).forEach(p -> finish(p, complete));
    }
    firstUses.values().forEach(parameters.keySet()::removeAll);
    entries.clear();
    parameters.keySet().forEach(p -> finish(p, complete));
    parameters.clear();
  }

  private void finish(Parameter parameter, Consumer<Parameter> complete) {
    parameters.get(parameter).gradient().zeroIfAbsent();
    complete.accept(parameter);
  }

  /** The parameters by the entry that used them first, which is played back last. */
  private IdentityHashMap<Entry, List<Parameter>> firstUses() {
    var unseen = new IdentityHashMap<Var, Parameter>();
    parameters.forEach((parameter, v) -> unseen.put(v, parameter));
    var uses = new IdentityHashMap<Entry, List<Parameter>>();
    for (Entry entry : entries) {
      for (Var v : entry.in) {
        Parameter parameter = unseen.remove(v);
        if (parameter != null) {
          uses.computeIfAbsent(entry, _ -> new ArrayList<>()).add(parameter);
        }
      }
    }
    return uses;
  }

  private void playBack(Entry entry, Matrix gradOut) {
    var gradIn = new Gradient[entry.in.size()];
    for (int i = 0; i < gradIn.length; i++) {
      gradIn[i] = entry.in.get(i).gradient();
    }
    Matrix[] values = values(entry.in);
    if (entry.out.gradient().isMostlyZero()) {
      entry.op.backwardMostlyZero(scratch, values, entry.out.value(), gradOut, gradIn);
    } else {
      entry.op.backward(scratch, values, entry.out.value(), gradOut, gradIn);
    }
    entry.out.gradient().drop();
    boolean taken = false;
    for (Gradient g : gradIn) {
      taken |= g != null && gradOut.equals(g.gathered());
    }
    if (!taken) {
      scratch.workspace().release(gradOut);
    }
  }

  private static Matrix[] values(List<Var> in) {
    return in.stream().map(Var::value).toArray(Matrix[]::new);
  }
}
