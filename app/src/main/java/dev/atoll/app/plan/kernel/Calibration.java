package dev.atoll.app.plan.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Measures the speed of a device within seconds: every kind of work on operands of every size
 * class. The amounts are counted by the same kernels that count a dry run.
 */
public final class Calibration implements AutoCloseable {
  private static final int WIDTH = 128;
  private static final int HEADS = 4;
  private static final int DEGREE = 8;
  private static final int NEARBY = 64;
  private static final double SECONDS = 0.3;
  private static final int LEAST_TURNS = 3;

  /** The factor by which operands are larger on a device, whose caches are larger than a core's. */
  private static final int FAR_ON_DEVICE = 4;

  /** Calls of a device that are timed together: each is launched before the previous one ends. */
  private static final int CALLS_AT_ONCE = 4;

  private static final int MOST_CORES = 16;

  /** A device other than the host, because copies within the host are not counted. */
  private static final Device COUNTED = new Device(Device.Kind.CUDA, 0);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Backend backend;
  private final ToDoubleFunction<Runnable> clock;
  private final Workspace memory;
  private final Matrix x;
  private final Matrix out;
  private final Matrix gradient;
  private final Matrix parameters;
  private final Matrix weights;
  private final Matrix weightGradient;
  private final Matrix values;
  private final Matrix value;
  private final Matrix rowValues;
  private final Csr edges;
  private final Csr weighted;
  private final Buffer rows;
  private final Arena host = Arena.ofShared();
  private final MemorySegment packed;

  private Calibration(Backend backend, long operandBytes, ToDoubleFunction<Runnable> clock) {
    this.backend = backend;
    this.clock = clock;
    this.memory = backend.newWorkspace();
    int count = (int) (operandBytes / WIDTH / Float.BYTES);
    this.x = matrix(count, WIDTH, backend.activations());
    this.out = matrix(count, WIDTH, backend.activations());
    boolean full = backend.activations() == DType.F32;
    this.gradient = full ? x : matrix(count, WIDTH);
    this.parameters = full ? out : matrix(count, WIDTH);
    this.weights = matrix(WIDTH, WIDTH);
    this.weightGradient = matrix(WIDTH, WIDTH);
    this.values = matrix(count * DEGREE, HEADS);
    this.value = matrix(count * DEGREE, 1);
    this.rowValues = matrix(count, HEADS);
    this.edges = edges(count);
    this.weighted = edges.withWeight(memory.buffer(DType.F32, edges.nonZeros()));
    this.rows = edges.column().view(0, count);
    this.packed = host.allocate(x.packedBytes());
  }

  /**
   * Measures a device of one thread per core, on all cores at once.
   *
   * @param device opens it
   */
  public static Speed of(Supplier<Backend> device) {
    int cores = Math.min(MOST_CORES, Runtime.getRuntime().availableProcessors());
    var together = new CyclicBarrier(cores);
    var failure = new AtomicReference<Throwable>();
    try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
      List<Future<Speed>> running = new ArrayList<>();
      for (int core = 0; core < cores; core++) {
        running.add(
            threads.submit(
                () -> {
                  try {
                    return onOneCore(device, together);
                  } catch (Exception | Error e) {
                    failure.compareAndSet(null, e);
                    threads.shutdownNow(); // the others wait for this one
                    throw e;
                  }
                }));
      }
      List<Speed> measured = new ArrayList<>();
      for (Future<Speed> one : running) {
        measured.add(one.get());
      }
      return Speed.median(measured);
    } catch (ExecutionException | RejectedExecutionException e) {
      throw new IllegalStateException("this machine could not be measured: " + failure.get(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while this machine was measured", e);
    }
  }

  private static Speed onOneCore(Supplier<Backend> device, CyclicBarrier together)
      throws InterruptedException, BrokenBarrierException {
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    try (Backend backend = device.get()) {
      for (Reach reach : List.of(Reach.values()).reversed()) { // warms up: code gets compiled
        try (var calibration =
            new Calibration(backend, reach.typicalBytes(), Calibration::processorSeconds)) {
          together.await();
          calibration
              .rates()
              .forEach(
                  (work, rate) ->
                      rates.computeIfAbsent(work, _ -> new ArrayList<>()).addFirst(rate));
        }
      }
    }
    return new Speed(rates);
  }

  /** Measures a whole device other than the host. */
  public static Speed ofDevice(Backend device) {
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    for (Reach reach : List.of(Reach.values()).reversed()) {
      long bytes = reach == Reach.FAR ? FAR_ON_DEVICE * reach.typicalBytes() : reach.typicalBytes();
      try (var calibration = new Calibration(device, bytes, work -> deviceSeconds(device, work))) {
        calibration
            .rates()
            .forEach(
                (work, rate) -> rates.computeIfAbsent(work, _ -> new ArrayList<>()).addFirst(rate));
      }
    }
    return new Speed(rates);
  }

  private Matrix matrix(int count, int cols) {
    return matrix(count, cols, DType.F32);
  }

  private Matrix matrix(int count, int cols, DType type) {
    Matrix matrix = memory.matrix(count, cols, type);
    backend.kernels().fill(0.5f, matrix);
    return matrix;
  }

  /** A graph in which half of the edges are to rows nearby, as after a good node ordering. */
  private Csr edges(int count) {
    RandomKey key = RandomKey.ofSeed(1).child("links");
    try (Arena scratch = Arena.ofShared()) {
      MemorySegment starts = scratch.allocate(JAVA_LONG, count + 1L);
      MemorySegment columns = scratch.allocate(JAVA_INT, (long) count * DEGREE);
      for (int row = 0; row < count; row++) {
        starts.setAtIndex(JAVA_LONG, row + 1L, (row + 1L) * DEGREE);
        for (int i = 0; i < DEGREE; i++) {
          long link = (long) row * DEGREE + i;
          long column =
              i % 2 == 0
                  ? Math.floorMod(row + key.below(NEARBY, link) - NEARBY / 2, count)
                  : key.below(count, link);
          columns.setAtIndex(JAVA_INT, link, (int) column);
        }
      }
      return Csr.pattern(
          count,
          count,
          (long) count * DEGREE,
          upload(DType.I64, starts),
          upload(DType.I32, columns));
    }
  }

  private Buffer upload(DType type, MemorySegment elements) {
    Buffer buffer = memory.buffer(type, elements.byteSize() / type.bytes());
    backend.upload(elements, buffer);
    return buffer;
  }

  /**
   * Measures the work of a core per second. All kinds take turns, so that each finds the caches as
   * others leave them, as in a training step.
   */
  private Map<Work, Double> rates() {
    Map<Work, List<Double>> seconds = new EnumMap<>(Work.class);
    double spent = 0;
    for (int turns = 0; turns < LEAST_TURNS || spent < SECONDS; turns++) {
      for (Work work : Work.values()) {
        double taken = clock.applyAsDouble(() -> trial(work).accept(backend));
        seconds.computeIfAbsent(work, _ -> new ArrayList<>()).add(taken);
        spent += taken;
      }
    }
    Map<Work, Double> rates = new EnumMap<>(Work.class);
    seconds.forEach((work, taken) -> rates.put(work, amount(work) / usual(taken)));
    return rates;
  }

  private double amount(Work work) {
    var counted = CountingBackend.ofDevice(backend, COUNTED);
    trial(work).accept(counted);
    return work == Work.CALLS
        ? counted.tally().calls()
        : Arrays.stream(Reach.values()).mapToDouble(r -> counted.tally().of(work, r)).sum();
  }

  /** CPU seconds, which other load on the machine does not affect. */
  private static double processorSeconds(Runnable trial) {
    long start = THREADS.getCurrentThreadCpuTime();
    trial.run();
    return Math.max(1, THREADS.getCurrentThreadCpuTime() - start) * 1e-9;
  }

  /** Wall seconds from an idle device to an idle device, per call. */
  private static double deviceSeconds(Backend device, Runnable trial) {
    device.synchronize();
    long start = System.nanoTime();
    for (int i = 0; i < CALLS_AT_ONCE; i++) {
      trial.run();
    }
    device.synchronize();
    return Math.max(1, System.nanoTime() - start) * 1e-9 / CALLS_AT_ONCE;
  }

  /** The lower quartile of the later half; first calls of code are slow. */
  private static double usual(List<Double> taken) {
    List<Double> later = taken.subList(taken.size() / 2, taken.size()).stream().sorted().toList();
    return later.get(later.size() / 4);
  }

  private Consumer<Backend> trial(Work work) {
    return switch (work) {
      case PRODUCTS ->
          kernels(
              k -> {
                k.gemm(false, x, false, weights, 0, out);
                k.gemm(true, x, false, out, 0, weightGradient);
              });
      case EDGE_SUMS -> kernels(k -> k.spmm(edges, x, 0, out));
      case WEIGHTED_EDGE_SUMS ->
          kernels(
              k -> {
                k.spmmHeads(edges, values, null, x, 0, out);
                k.edgeDot(edges, x, out, 0, values);
              });
      case EDGE_DRAWS -> kernels(k -> k.dropEdges(weighted, new Dropout(0.5f, 1, null), value));
      case EDGE_VALUES -> kernels(k -> k.edgeAdd(edges, rowValues, rowValues, values));
      case ELEMENTS -> kernels(k -> k.add(0.5f, x, 1, out));
      case DRAWS ->
          kernels(
              k -> {
                var dropout = new Dropout(0.5f, 1, null);
                k.activate(Activation.RELU, x, null, dropout, out);
                k.activateBackward(Activation.RELU, out, dropout, x, 0, x);
              });
      case EXPONENTIALS -> kernels(k -> k.edgeSoftmax(edges, values, values));
      case ROWS -> kernels(k -> k.gather(x, rows, out));
      case OPTIMIZER ->
          kernels(
              k ->
                  k.adam(
                      new AdamStep(0.01f, 0.9f, 0.999f, 1e-8f, 0, false, 1),
                      gradient,
                      parameters,
                      parameters,
                      parameters));
      case COPIES -> on -> on.download(x, packed);
      case CALLS -> kernels(this::call);
    };
  }

  /** Calls of several kernels on tiny operands. */
  private void call(Kernels k) {
    Matrix one = weights.rowsView(0, 1);
    Matrix other = weightGradient.rowsView(0, 1);
    k.fill(0, one);
    k.sumRows(one, 0, other);
    k.add(1, one, 1, other);
    k.multiply(other, other, 0, one);
    k.activate(Activation.RELU, one, null, Dropout.NONE, one);
  }

  private static Consumer<Backend> kernels(Consumer<Kernels> calls) {
    return on -> calls.accept(on.kernels());
  }

  @Override
  public void close() {
    memory.close();
    host.close();
  }
}
