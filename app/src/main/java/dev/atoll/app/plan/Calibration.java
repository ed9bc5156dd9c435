package dev.atoll.app.plan;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.app.plan.Work.Reach;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds out how fast a device is, in seconds: every kind of work on operands of every reach. The
 * amounts are counted by the same kernels that count a rehearsal.
 */
final class Calibration implements AutoCloseable {
  private static final int WIDTH = 128;
  private static final int DEGREE = 8;
  private static final int NEARBY = 64;
  private static final double PATIENCE_SECONDS = 0.03;
  private static final double MOST_SECONDS = 0.4;
  private static final double FASTER = 0.9;
  private static final int LEAST_TURNS = 2;
  private static final int CALLS_PER_TURN = 2;
  private static final int MOST_CORES = 16;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Backend backend;
  private final Workspace memory;
  private final Matrix x;
  private final Matrix out;
  private final Matrix weights;
  private final Matrix weightGradient;
  private final Matrix values;
  private final Matrix rowValues;
  private final Csr links;
  private final Buffer rows;
  private final Arena host = Arena.ofShared();
  private final MemorySegment packed;

  private Calibration(Backend backend, Reach reach) {
    this.backend = backend;
    this.memory = backend.newWorkspace();
    int count = (int) (reach.typicalBytes() / WIDTH / Float.BYTES);
    this.x = matrix(count, WIDTH);
    this.out = matrix(count, WIDTH);
    this.weights = matrix(WIDTH, WIDTH);
    this.weightGradient = matrix(WIDTH, WIDTH);
    this.values = matrix(count * DEGREE, 1);
    this.rowValues = matrix(count, 1);
    this.links = links(count);
    this.rows = links.column().view(0, count);
    this.packed = host.allocate(reach.typicalBytes());
  }

  /**
   * Measures a device of one thread on as many cores at a time as there are.
   *
   * @param device opens it
   */
  static Speed of(Supplier<Backend> device) {
    int cores = Math.min(MOST_CORES, Runtime.getRuntime().availableProcessors());
    var together = new CyclicBarrier(cores);
    try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
      List<Future<Speed>> running = new ArrayList<>();
      for (int core = 0; core < cores; core++) {
        running.add(threads.submit(() -> onOneCore(device, together)));
      }
      List<Speed> measured = new ArrayList<>();
      for (Future<Speed> one : running) {
        measured.add(one.get());
      }
      return Speed.median(measured);
    } catch (ExecutionException e) {
      throw new IllegalStateException("this machine could not be measured: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while this machine was measured", e);
    }
  }

  private static Speed onOneCore(Supplier<Backend> device, CyclicBarrier together)
      throws InterruptedException, BrokenBarrierException {
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    try (Backend backend = device.get()) {
      for (Reach reach : List.of(Reach.values()).reversed()) { // much work makes code fast
        try (var calibration = new Calibration(backend, reach)) {
          for (Work work : Work.values()) {
            together.await();
            rates.computeIfAbsent(work, _ -> new ArrayList<>()).addFirst(calibration.rate(work));
          }
        }
      }
    }
    return new Speed(rates);
  }

  private Matrix matrix(int count, int cols) {
    Matrix matrix = memory.matrix(count, cols);
    backend.kernels().fill(0.5f, matrix);
    return matrix;
  }

  /** Half of the links are to rows nearby, as in a graph whose rows are laid out well. */
  private Csr links(int count) {
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

  private Buffer upload(DType type, MemorySegment cells) {
    Buffer buffer = memory.buffer(type, cells.byteSize() / type.bytes());
    backend.upload(cells, buffer);
    return buffer;
  }

  /** Work of a core in a second. */
  private double rate(Work work) {
    Consumer<Backend> trial = trial(work);
    var counted = new CountingBackend(backend);
    trial.accept(counted);
    double amount =
        Arrays.stream(Reach.values()).mapToDouble(r -> counted.tally().of(work, r)).sum();
    return amount / seconds(() -> trial.accept(backend));
  }

  private Consumer<Backend> trial(Work work) {
    return switch (work) {
      case PRODUCTS ->
          kernels(
              k -> {
                k.gemm(false, x, false, weights, 0, out);
                k.gemm(true, x, false, out, 0, weightGradient);
              });
      case LINKS -> kernels(k -> k.spmm(links, x, 0, out));
      case EDGES -> kernels(k -> k.sddmmAdd(links, rowValues, rowValues, values));
      case CELLS -> kernels(k -> k.add(0.5f, x, 1, out));
      case DRAWS ->
          kernels(
              k -> {
                var dropout = new Dropout(0.5f, 1, null);
                k.activate(Activation.RELU, x, null, dropout, out);
                k.activateBackward(Activation.RELU, out, dropout, x, 0, x);
              });
      case EXPONENTIALS -> kernels(k -> k.logSoftmax(x, out));
      case ROWS -> kernels(k -> k.gather(x, rows, out));
      case OPTIMIZER ->
          kernels(
              k -> k.adam(new AdamStep(0.01f, 0.9f, 0.999f, 1e-8f, 0, false, 1), x, out, out, out));
      case COPIES -> on -> on.download(x, packed);
      case CALLS -> kernels(k -> k.fill(0, weights.rowsView(0, 1)));
    };
  }

  private static Consumer<Backend> kernels(Consumer<Kernels> calls) {
    return on -> calls.accept(on.kernels());
  }

  /**
   * The best turn, in time of the processor: what others on the machine do is no property of it.
   * Goes on while turns get faster, for code that is run for the first time is slow.
   */
  private static double seconds(Runnable call) {
    double best = Double.MAX_VALUE;
    long begun = THREADS.getCurrentThreadCpuTime();
    long since = begun;
    for (int turn = 0; turn < LEAST_TURNS || isWorthwhile(begun, since); turn++) {
      long start = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < CALLS_PER_TURN; i++) {
        call.run();
      }
      long end = THREADS.getCurrentThreadCpuTime();
      double taken = Math.max(1, end - start) * 1e-9 / CALLS_PER_TURN;
      since = taken < FASTER * best ? end : since;
      best = Math.min(best, taken);
    }
    return best;
  }

  private static boolean isWorthwhile(long begun, long since) {
    long now = THREADS.getCurrentThreadCpuTime();
    return (now - since) * 1e-9 < PATIENCE_SECONDS && (now - begun) * 1e-9 < MOST_SECONDS;
  }

  @Override
  public void close() {
    memory.close();
    host.close();
  }
}
