package dev.atoll.train.schedule.twolevel;

import dev.atoll.comm.SchedulingContext;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.train.schedule.Launch;
import dev.atoll.train.schedule.Pipeline;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.schedule.Stage;
import dev.atoll.train.schedule.StageLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Two-level scheduling (ByteGNN): when to launch a batch is decided by a {@link LaunchRule}, which
 * stage runs next by a {@link StageGate}. Batches that are launched and not yet computed are
 * bounded in number, and so is memory.
 */
final class TwoLevelPipeline<B> implements Pipeline<B> {
  /** The pause after a check that launched nothing. */
  private static final long LOOK_AGAIN_NANOS = 5_000_000;

  private final SamplingDag<B> dag;
  private final Supplier<B> newSlot;
  private final StageLog log;
  private final int most;
  private final LaunchRule rule;
  private final StageGate<Turn<B>> gate;
  private final ExecutorService threads;
  private final List<B> slots = new ArrayList<>();

  // All below is guarded by this object's lock.
  private final Deque<B> idle = new ArrayDeque<>();
  private final Map<Integer, BatchInProgress<B>> underWay = new HashMap<>();
  private final List<Launch> launches = new ArrayList<>();
  private Assignment<B> assignment;
  private int next;
  private int steps;
  private int queue;
  private int stages;
  private long launched;
  private int taken = -1;
  private long takenAt;
  private Throwable failure;
  private boolean closed;

  /**
   * @param threshold σ, which the score must reach
   * @param most batches that may be launched and not yet computed, at least 2
   * @param stagesAtATime that compute; stages that wait for a peer do not count
   * @param name of its threads
   */
  TwoLevelPipeline(
      SamplingDag<B> dag,
      Supplier<B> newSlot,
      double threshold,
      int most,
      int stagesAtATime,
      StageLog log,
      String name) {
    this.dag = dag;
    this.newSlot = newSlot;
    this.log = log;
    this.most = most;
    this.rule = new LaunchRule(threshold, System::nanoTime, new CpuUse()::percent);
    this.gate = new StageGate<>(stagesAtATime, this::start);
    this.threads =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name(name + "-", 0).factory());
    threads.execute(this::launchAll);
  }

  @Override
  public synchronized void begin(Assignment<B> newAssignment, int first, int newSteps) {
    steps = 0; // nothing more is launched
    awaitStages();
    underWay.values().forEach(batch -> idle.push(batch.slot));
    underWay.clear();
    queue = 0;
    taken = -1;
    assignment = newAssignment;
    next = first;
    steps = newSteps;
    notifyAll();
  }

  @Override
  public B take(int step) {
    B slot = Parallel.join(await(step).made);
    taken(step);
    return slot;
  }

  /**
   * Gives back the slot of the batch before, and waits for the launch of this one. Where another
   * batch may be launched, the caller does it: waking the launcher would cost more.
   */
  private synchronized BatchInProgress<B> await(int step) {
    if (taken >= 0) {
      rule.trained(System.nanoTime() - takenAt);
      idle.push(underWay.remove(taken).slot);
      taken = -1;
      launchDue();
    }
    while (failure == null && !underWay.containsKey(step)) {
      awaitChange(0);
    }
    return switch (failure) {
      case null -> underWay.get(step);
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new CompletionException(failure);
    };
  }

  private synchronized void taken(int step) {
    queue--;
    taken = step;
    takenAt = System.nanoTime();
    launchDue();
  }

  /** Launches one batch if it is time; otherwise the launcher looks again. */
  private void launchDue() {
    if (isFull()) {
      return;
    }
    try {
      if (!looked() || !isFull()) {
        notifyAll();
      }
    } catch (RuntimeException | Error e) { // thrown by the consumer of the batch
      fail(e);
    }
  }

  private boolean isFull() {
    return closed || failure != null || next >= steps || underWay.size() >= most;
  }

  /** Batches that are made or being made, without the one that is computed. */
  private int ahead() {
    return underWay.size() - (taken >= 0 ? 1 : 0);
  }

  /** Looks at the rule; launches a batch where it says so. */
  private boolean looked() {
    Launch look = rule.look(next, underWay.size() + 1, ahead() - queue, queue, gate.handOvers());
    boolean isTime = LaunchRule.launches(look);
    if (isTime) {
      rule.launched(look, gate.handOvers());
      launches.add(look);
      launch(next++);
    }
    return isTime;
  }

  private void launchAll() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = lookOnce();
      }
    } catch (RuntimeException
        | Error e) { // the caller that takes the next batch would wait for ever
      fail(e);
    }
  }

  /** Launches a batch, or waits until it is time to look again; false when all is over. */
  private synchronized boolean lookOnce() {
    while (!closed && failure == null && isFull()) {
      awaitChange(0);
    }
    if (closed || failure != null) {
      return false;
    }
    if (looked()) {
      notifyAll(); // the batch may be waited for
    } else {
      long until = System.nanoTime() + LOOK_AGAIN_NANOS;
      for (long left; !isFull() && ahead() > 0 && (left = until - System.nanoTime()) > 0; ) {
        awaitChange(left);
      }
    }
    return true;
  }

  private void launch(int step) {
    B slot = idle.isEmpty() ? open() : idle.pop();
    assignment.assign(step, slot);
    var batch = new BatchInProgress<>(dag, launched++, step, slot);
    underWay.put(step, batch);
    for (int stage = 0; stage < dag.stages().size(); stage++) {
      if (dag.stages().get(stage).after().isEmpty()) {
        ask(batch, ready(batch, stage));
      }
    }
  }

  private B open() {
    B slot = newSlot.get();
    slots.add(slot);
    return slot;
  }

  /** A stage of a batch whose inputs are complete. */
  private record Ready(int place, StageGate.Urgency urgency) {}

  /** A stage to run, and those after it. */
  private record Turn<B>(BatchInProgress<B> batch, Ready stage) {}

  private Ready ready(BatchInProgress<B> batch, int place) {
    long cost = dag.stages().get(place).cost().applyAsLong(batch.slot);
    return new Ready(place, new StageGate.Urgency(batch.number, cost));
  }

  /** A stage runs as soon as its turn comes. */
  private void ask(BatchInProgress<B> batch, Ready stage) {
    synchronized (this) {
      stages++;
    }
    gate.ask(stage.urgency, new Turn<>(batch, stage));
  }

  private void start(Turn<B> turn) {
    try {
      threads.execute(() -> runAll(turn));
    } catch (RuntimeException | Error e) {
      turn.batch.made.completeExceptionally(e);
      gate.release();
      stageEnded();
    }
  }

  /** Runs a stage, then whichever is most urgent, until another thread has the turn. */
  private void runAll(Turn<B> first) {
    for (Turn<B> turn = first; turn != null; ) {
      run(turn.batch, turn.stage);
      turn = gate.leave();
      stageEnded();
    }
  }

  /** Runs a stage, and the stages after it while no other is more urgent. */
  private void run(BatchInProgress<B> batch, Ready first) {
    Deque<Ready> mine = new ArrayDeque<>();
    mine.add(first);
    try {
      while (!mine.isEmpty()) {
        runOne(batch, mine.pop(), mine);
      }
    } catch (RuntimeException | Error e) { // thrown again where the batch is taken
      batch.made.completeExceptionally(e);
    }
  }

  private void runOne(BatchInProgress<B> batch, Ready ready, Deque<Ready> mine) {
    Stage<B> stage = dag.stages().get(ready.place);
    long begun = System.nanoTime();
    ScopedValue.where(SchedulingContext.CURRENT, context(ready.urgency))
        .run(() -> stage.body().accept(batch.slot));
    long ended = System.nanoTime();
    log.ran(stage, batch.step, begun, ended);
    goOn(batch, ready.place, mine);
    if (batch.done(ended - begun)) {
      made(batch);
    }
  }

  /**
   * Runs the most urgent of the stages that are now ready on this thread, unless other stages come
   * first. Stages without work complete at once, as handing them over would be their only cost.
   */
  private void goOn(BatchInProgress<B> batch, int place, Deque<Ready> mine) {
    List<Ready> found = new ArrayList<>();
    dag.forFollowers(
        place,
        follower -> {
          if (batch.comesCloser(follower)) {
            found.add(ready(batch, follower));
          }
        });
    found.sort(Comparator.comparing(Ready::urgency));
    boolean keeps = mine.isEmpty();
    for (Ready stage : found) {
      if (stage.urgency.cost() == 0 && !dag.isLast(stage.place)) {
        mine.push(stage);
      } else if (keeps && gate.letsGoOn(stage.urgency)) {
        mine.add(stage);
        keeps = false;
      } else {
        ask(batch, stage);
      }
    }
  }

  /** A stage that waits for a peer lets others in; peers, too, answer for older batches first. */
  private SchedulingContext context(StageGate.Urgency urgency) {
    return new SchedulingContext() {
      @Override
      public long priority() {
        return urgency.batch() + 1;
      }

      @Override
      public void pause() {
        gate.release();
      }

      @Override
      public void resume() {
        gate.enter(urgency);
      }
    };
  }

  private void made(BatchInProgress<B> batch) {
    synchronized (this) {
      queue++;
      rule.sampled(batch.nanos());
    }
    batch.made.complete(batch.slot);
  }

  private synchronized void stageEnded() {
    stages--;
    if (stages == 0) {
      notifyAll();
    }
  }

  private synchronized void fail(Throwable why) {
    failure = why;
    notifyAll();
  }

  /** Waits until no stage is running, also after failures. */
  private synchronized void awaitStages() {
    while (stages > 0) {
      awaitChange(0);
    }
  }

  /** Waits even if interrupted: the memory of running stages must not be released. */
  @SuppressWarnings("WaitNotInLoop") // callers look again
  private void awaitChange(long nanos) {
    boolean interrupted = Thread.interrupted();
    try {
      wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
    } catch (InterruptedException _) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized List<Launch> takeLaunches() {
    List<Launch> taken = List.copyOf(launches);
    launches.clear();
    return taken;
  }

  @Override
  public synchronized List<B> slots() {
    return List.copyOf(slots);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    awaitStages();
    threads.close();
  }
}
