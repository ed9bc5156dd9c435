package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.sampling.importance.Periods;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Explains beside training, on a thread of its own. Explanation j is of the model as it is after
 * j·T steps, T being {@link ExplainSpec#every}. The mode says when it takes effect.
 *
 * <pre>
 *   steps          0 …… T …… 2T …… 3T …… 4T
 *   explaining          └ 1 ─┘└ 2 ──┘└ 3 ─┘
 *   inline         none  1    2      3     4     a reader that comes early waits
 *   lagged         none       1      2     3     the same; usually without waiting
 *   async          none        1 …    2 …  3 …   when it is there; no step waits
 * </pre>
 *
 * The draws of a step do not depend on timing, unless the mode is async. There nothing waits, so
 * explanations take only cores that training leaves idle; one that is due while the last is still
 * under way is left out.
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
  private final Periods<Explanation> explanations = new Periods<>();
  private final List<Double> losses = new ArrayList<>();
  private final LongAdder cpuNanos = new LongAdder();

  /** Masks that the next explanation begins with. */
  private Masks masks;

  /** The explanation that was due last; 0 before the first. */
  private long due;

  /** The weights that the explanation begun last is of. */
  private List<MemorySegment> snapshot = List.of();

  /** Explanations that are there, where none is waited for. */
  private long made;

  /** The last explanation that is there. */
  private volatile Optional<Explanation> newest = Optional.empty();

  private volatile boolean running;

  /** The failure of an explanation that no step waits for. */
  private volatile Throwable failure;

  private volatile boolean closed;

  /**
   * @param lastStep the number of steps of the run; an explanation that would take effect only
   *     later is not started
   * @param trained the parameters of the model that is trained
   * @param trainedOn the backend of these parameters
   * @param resources of explanations; closed with this
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
    this.thread = Executors.newSingleThreadExecutor(spec.mode().threads(name));
  }

  public ExplainSpec spec() {
    return spec;
  }

  /** Is notified of the number of steps done; called by the training thread. */
  public void after(long steps) {
    if (isAsync() && failure != null) {
      throw new IllegalStateException("an explanation failed: " + failure.getMessage(), failure);
    }
    if (steps % spec.every() == 0 && steps + periodsLater() * spec.every() < lastStep) {
      due = steps / spec.every();
      if (!(isAsync() && running)) {
        begin(due, weights());
      }
    }
  }

  private boolean isAsync() {
    return spec.mode() == ExplainSpec.Mode.ASYNC;
  }

  /**
   * The number of periods between the weights that an explanation is computed from and its effect.
   */
  private long periodsLater() {
    return spec.mode() == ExplainSpec.Mode.LAGGED ? 1 : 0;
  }

  private List<MemorySegment> weights() {
    var elements = new ArrayList<MemorySegment>();
    for (Parameter parameter : trained) {
      long count = (long) parameter.value().rows() * parameter.value().cols();
      MemorySegment packed = Arena.ofAuto().allocate(JAVA_FLOAT, count);
      trainedOn.download(parameter.value(), packed);
      elements.add(packed);
    }
    return elements;
  }

  private void begin(long number, List<MemorySegment> weights) {
    snapshot = weights;
    running = true;
    explanations.forgetBefore(number - 1);
    CompletableFuture<Explanation> result = explanations.of(number);
    thread.execute(() -> run(number, weights, result));
  }

  /** Stops explaining; waiting threads are woken. */
  public void stop() {
    closed = true;
    explanations.stop();
  }

  private void run(
      long number, List<MemorySegment> weights, CompletableFuture<Explanation> result) {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    try {
      Explanation found = resources.explainer().explain(number, weights, masks, () -> closed);
      synchronized (this) {
        masks = found.masks();
        losses.addAll(found.losses());
        newest = Optional.of(found);
        made++;
      }
      result.complete(found);
    } catch (RuntimeException | Error e) {
      failure = e;
      result.completeExceptionally(e);
    } finally {
      running = false;
      cpuNanos.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
    }
  }

  /** The explanation in effect at a step of the run; waits for it when it is late. */
  public Optional<Explanation> at(long step) {
    if (isAsync()) {
      return newest;
    }
    long number = step / spec.every() - periodsLater();
    return number < 1 ? Optional.empty() : Optional.of(explanations.await(number));
  }

  /** Receives a matrix by name. */
  @FunctionalInterface
  public interface Sink {
    void take(String name, int rows, int cols, float[] elements);
  }

  /**
   * Passes on the state for resuming: the masks that the last explanation began with, and the
   * weights it is of. It is computed again then, so no thread waits for it now. In mode async, the
   * latest masks and how many explanations there are. Called by the thread that trains.
   */
  public void save(Sink into) {
    if (isAsync()) {
      synchronized (this) {
        save(masks, made, into);
      }
    } else {
      save(masksBefore(), 0, into);
    }
  }

  private void save(Masks before, long count, Sink into) {
    into.take(MOMENT, 1, 2, new float[] {due, count});
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

  /** The masks that the last explanation began with. */
  private Masks masksBefore() {
    return due < 2 ? resources.openMasks() : explanations.await(due - 1).masks();
  }

  /**
   * Resumes from the state of {@link #save}, in place of all explanations so far.
   *
   * @param saved finds the elements of a matrix
   */
  public void restore(Function<String, float[]> saved) {
    float[] moment = saved.apply(MOMENT);
    if (moment[0] == 0) {
      return;
    }
    long number = (long) moment[0];
    masks = resources.masks(saved.apply(NODES), saved.apply(COLUMNS));
    var before = new Explanation(masks, List.of());
    due = number;
    if (isAsync()) {
      made = (long) moment[1];
      newest = made == 0 ? Optional.empty() : Optional.of(before);
      return;
    }
    if (number > 1) {
      explanations.of(number - 1).complete(before);
    }
    begin(
        number,
        trained.stream()
            .map(parameter -> MemorySegment.ofArray(saved.apply(WEIGHTS + parameter.name())))
            .toList());
  }

  /**
   * A summary of the explanations so far. It counts all explanations that were due if training
   * waits for them, otherwise the finished ones.
   *
   * @param keptColumns that are pulled
   */
  public synchronized WorkerExplanation summary(List<Integer> keptColumns) {
    var last = new Explanation(masks, List.of());
    long count = isAsync() ? made : due;
    return resources.describe(
        last,
        count,
        due - count,
        keptColumns,
        losses,
        cpuNanos.sum() * 1e-9,
        explanations.waitedSeconds());
  }

  /** Bytes of memory, features included. */
  public long heldBytes() {
    return resources.heldBytes();
  }

  @Override
  public void close() {
    stop();
    thread.close();
    resources.close();
  }
}
