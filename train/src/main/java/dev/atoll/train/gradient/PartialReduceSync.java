package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Every worker sums a share of the elements, for which it holds the last gradients of all.
 *
 * <pre>
 *   senders → gradients by share → their summers     sums, in the order of ranks → all workers
 * </pre>
 */
final class PartialReduceSync implements GradientSync {
  private static final String HELD = "held";
  private static final String TURN = "turn";

  private final List<Parameter> parameters;
  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final int turns;
  private final MemorySegment elements;
  private final long[] offsets;

  /** The last gradients of every worker, for the elements that this worker sums. */
  private final MemorySegment held;

  /** 0 in the first step, in which all send; then from 1 to the number of turns, over and over. */
  private int turn;

  PartialReduceSync(
      List<Parameter> parameters,
      Communicator workers,
      Backend backend,
      PhaseTimes times,
      int bound) {
    this.parameters = List.copyOf(parameters);
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    this.turns = bound + 1;
    long count = parameters.stream().mapToLong(p -> bytes(p.grad()) / Float.BYTES).sum();
    int size = workers.size();
    this.elements = Arena.ofAuto().allocate(JAVA_FLOAT, count);
    this.offsets =
        LongStream.rangeClosed(0, size).map(r -> count * r / size * Float.BYTES).toArray();
    this.held = Arena.ofAuto().allocate(Math.max(1, size * shareBytes()), Float.BYTES);
  }

  private static long bytes(Matrix gradient) {
    return (long) gradient.rows() * gradient.cols() * Float.BYTES;
  }

  private long shareBytes() {
    return offsets[workers.rank() + 1] - offsets[workers.rank()];
  }

  /** The last gradients of a worker. */
  private MemorySegment heldOf(int worker) {
    return held.asSlice(worker * shareBytes(), shareBytes());
  }

  private MemorySegment share(int summer) {
    return elements.asSlice(offsets[summer], offsets[summer + 1] - offsets[summer]);
  }

  private boolean sends(int worker) {
    return turn == 0 || Math.floorMod(turn - worker, turns) == 0;
  }

  /** Does nothing: gradients are sent after the whole backward pass. */
  @Override
  public void complete(Parameter parameter) {}

  @Override
  public double step(float loss, Runnable move) {
    double sum = sum(loss);
    move.run();
    return sum;
  }

  private double sum(float loss) {
    if (workers.size() == 1) {
      return loss;
    }
    long begun = System.nanoTime();
    if (sends(workers.rank())) {
      forGradients(backend::download);
    }
    send();
    sumShare();
    workers.allGather(Purpose.GRADIENTS, elements, offsets);
    forGradients((gradient, place) -> backend.upload(place, gradient));
    turn = turn == turns ? 1 : turn + 1;
    float sum = sum(workers.allGather(Purpose.GRADIENTS, (double) loss));
    times.since(begun, Phase.REDUCE);
    return sum;
  }

  private static float sum(double[] losses) {
    float sum = (float) losses[0];
    for (int worker = 1; worker < losses.length; worker++) {
      sum += (float) losses[worker];
    }
    return sum;
  }

  private void send() {
    var out = new MemorySegment[workers.size()];
    var in = new MemorySegment[workers.size()];
    boolean sends = sends(workers.rank());
    for (int worker = 0; worker < in.length; worker++) {
      out[worker] = sends ? share(worker) : MemorySegment.NULL;
      in[worker] = sends(worker) ? heldOf(worker) : MemorySegment.NULL;
    }
    workers.allToAll(Purpose.GRADIENTS, out, in);
  }

  private void sumShare() {
    MemorySegment own = share(workers.rank());
    for (long at = 0; at < own.byteSize(); at += Float.BYTES) {
      float sum = held.get(JAVA_FLOAT, at);
      for (int worker = 1; worker < workers.size(); worker++) {
        sum += held.get(JAVA_FLOAT, worker * own.byteSize() + at);
      }
      own.set(JAVA_FLOAT, at, sum);
    }
  }

  private interface Visitor {
    void visit(Matrix gradient, MemorySegment place);
  }

  private void forGradients(Visitor visitor) {
    long at = 0;
    for (Parameter p : parameters) {
      visitor.visit(p.grad(), elements.asSlice(at, bytes(p.grad())));
      at += bytes(p.grad());
    }
  }

  @Override
  public boolean remembers() {
    return turns > 1 && workers.size() > 1;
  }

  @Override
  public Map<String, Tensor> save(Arena passing) {
    MemorySegment now = passing.allocate(JAVA_FLOAT);
    now.set(JAVA_FLOAT, 0, turn);
    int width = Math.toIntExact(shareBytes() / Float.BYTES);
    return Map.of(
        HELD, new Tensor(workers.size(), width, held.asSlice(0, workers.size() * shareBytes())),
        TURN, new Tensor(1, 1, now));
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    held.copyFrom(saved.get(HELD).elements());
    turn = (int) saved.get(TURN).elements().get(JAVA_FLOAT_UNALIGNED, 0);
  }
}
