package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.SchedulingContext;
import dev.atoll.graph.Parallel;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Explains beside training, on a thread of its own. Explanation j is of the model as it is after
 * j·T steps, and takes effect with step (j + 1)·T, T being {@link ExplainSpec#every}; a reader that
 * needs it earlier waits. So what is drawn in a step does not depend on how fast anything is.
 *
 * <pre>
 *   steps        0 …… T …… 2T …… 3T …… 4T
 *   explaining        └ 1 ─┘└ 2 ──┘└ 3 ─┘
 *   in force     none       1      2     3
 * </pre>
 */
public final class OnlineExplainer implements AutoCloseable {
  private static final String MOMENT = "explain/moment";
  private static final String NODES = "explain/nodes";
  private static final String COLUMNS = "explain/columns";
  private static final String WEIGHTS = "explain/weights/";

  private final ExplainSpec spec;
  private final long lastStep;
  private final List<Parameter> trained;
  private final Backend trainedOn;
  private final ExplainerResources resources;
  private final ExecutorService thread;
  private final Map<Long, CompletableFuture<Explanation>> explanations = new ConcurrentHashMap<>();
  private final List<Double> losses = new ArrayList<>();
  private final LongAdder cpuNanos = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();

  /** Masks that the next explanation begins with. */
  private Masks masks;

  /** The explanation that was begun last, and the weights it is of; 0 before the first. */
  private long begun;

  private List<MemorySegment> snapshot = List.of();
  private volatile boolean closed;

  /**
   * @param lastStep the number of steps of the run: what could take effect only later is not begun
   * @param trained the parameters of the model that is trained
   * @param trainedOn where they are
   * @param resources what explanations need; closed with this
   */
  public OnlineExplainer(
      ExplainSpec spec,
      long lastStep,
      List<Parameter> trained,
      Backend trainedOn,
      ExplainerResources resources,
      String name) {
    this.spec = spec;
    this.lastStep = lastStep;
    this.trained = List.copyOf(trained);
    this.trainedOn = trainedOn;
    this.resources = resources;
    this.masks = resources.openMasks();
    this.thread =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  public ExplainSpec spec() {
    return spec;
  }

  /** Is notified of the number of steps done; called by the training thread. */
  public void after(long steps) {
    boolean due = steps % spec.every() == 0 && steps + spec.every() < lastStep;
    if (due) {
      begin(steps / spec.every(), weights());
    }
  }

  private List<MemorySegment> weights() {
    var elements = new ArrayList<MemorySegment>();
    for (Parameter parameter : trained) {
      long count = (long) parameter.value().rows() * parameter.value().cols();
      MemorySegment packed = Arena.ofAuto().allocate(JAVA_FLOAT, Math.max(1, count));
      trainedOn.download(parameter.value(), packed);
      elements.add(packed);
    }
    return elements;
  }

  private void begin(long number, List<MemorySegment> weights) {
    begun = number;
    snapshot = weights;
    explanations.keySet().removeIf(old -> old < number - 1);
    CompletableFuture<Explanation> result = explanation(number);
    thread.execute(() -> run(number, weights, result));
  }

  private CompletableFuture<Explanation> explanation(long number) {
    CompletableFuture<Explanation> found =
        explanations.computeIfAbsent(number, _ -> new CompletableFuture<>());
    if (closed) {
      abandon(found);
    }
    return found;
  }

  private static void abandon(CompletableFuture<Explanation> pending) {
    pending.completeExceptionally(new CancellationException("the run is over"));
  }

  /** Stops explaining; waiting threads are woken. */
  public void stop() {
    closed = true;
    explanations.values().forEach(OnlineExplainer::abandon);
  }

  private void run(
      long number, List<MemorySegment> weights, CompletableFuture<Explanation> result) {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    try {
      Explanation found = resources.explainer().explain(number, weights, masks, () -> closed);
      synchronized (this) {
        masks = found.masks();
        losses.addAll(found.losses());
      }
      result.complete(found);
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    } finally {
      cpuNanos.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
    }
  }

  /** The explanation in effect at a step of the run; waits for it when it is late. */
  public Optional<Explanation> at(long step) {
    long number = step / spec.every() - 1;
    return number < 1 ? Optional.empty() : Optional.of(await(number));
  }

  private Explanation await(long number) {
    CompletableFuture<Explanation> wanted = explanation(number);
    long from = System.nanoTime();
    try {
      return SchedulingContext.await(() -> Parallel.join(wanted));
    } finally {
      waitedNanos.add(System.nanoTime() - from);
    }
  }

  /** Takes a matrix by name. */
  @FunctionalInterface
  public interface Sink {
    void take(String name, int rows, int cols, float[] elements);
  }

  /**
   * Hands over what is needed to go on: the masks that the last explanation began with, and the
   * weights it is of. It is made again then, so no thread waits for it now. Called by the thread
   * that trains.
   */
  public void save(Sink into) {
    Masks before = begun < 2 ? resources.openMasks() : await(begun - 1).masks();
    into.take(MOMENT, 1, 2, new float[] {begun, before.steps()});
    into.take(NODES, Mask.STATE, before.nodes().size(), before.nodes().state());
    into.take(COLUMNS, Mask.STATE, before.columns().size(), before.columns().state());
    for (int i = 0; i < snapshot.size(); i++) {
      Parameter parameter = trained.get(i);
      int rows = parameter.value().rows();
      int cols = parameter.value().cols();
      float[] elements = snapshot.get(i).asSlice(0, 4L * rows * cols).toArray(JAVA_FLOAT);
      into.take(WEIGHTS + parameter.name(), rows, cols, elements);
    }
  }

  /**
   * Goes on from what {@link #save} has handed over, in place of what has been explained so far.
   *
   * @param saved finds the elements of a matrix
   */
  public void restore(Function<String, float[]> saved) {
    float[] moment = saved.apply(MOMENT);
    if (moment[0] == 0) {
      return;
    }
    long number = (long) moment[0];
    masks = new Masks(Mask.of(saved.apply(NODES)), Mask.of(saved.apply(COLUMNS)), (int) moment[1]);
    if (number > 1) {
      explanation(number - 1).complete(new Explanation(masks, List.of()));
    }
    begin(
        number,
        trained.stream()
            .map(parameter -> MemorySegment.ofArray(saved.apply(WEIGHTS + parameter.name())))
            .toList());
  }

  /** A summary of the explanations so far. */
  public synchronized WorkerExplanation summary() {
    var last = new Explanation(masks, List.of());
    return resources.describe(last, begun, losses, cpuNanos.sum() * 1e-9, waitedNanos.sum() * 1e-9);
  }

  @Override
  public void close() {
    stop();
    thread.close();
    resources.close();
  }
}
