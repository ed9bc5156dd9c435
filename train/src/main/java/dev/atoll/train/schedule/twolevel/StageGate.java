package dev.atoll.train.schedule.twolevel;

import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The fine level of two-level scheduling: runs a bounded number of stages at a time, older batches
 * first, and within a batch cheaper stages first. A stage that waits for a peer releases its turn,
 * so that another may use its core, and takes a new one when the answer has arrived. Whoever ends a
 * stage gets the next one to run: a stage is handed to another thread only where a turn is free.
 *
 * @param <T> a stage to run
 */
final class StageGate<T> {
  private final PriorityQueue<Turn<T>> waiting = new PriorityQueue<>();
  private final Consumer<? super T> elsewhere;
  private int free;
  private long asked;
  private long handOvers;

  /**
   * A request to run; {@code number} orders equals by arrival.
   *
   * @param sleeper the thread that waits for the turn itself; null if any thread may run the stage
   */
  private record Turn<T>(Urgency urgency, long number, T stage, Semaphore sleeper)
      implements Comparable<Turn<T>> {
    @Override
    public int compareTo(Turn<T> other) {
      int order = urgency.compareTo(other.urgency);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  /**
   * The priority of a stage.
   *
   * @param batch the number of a batch in the order of launches
   * @param cost of a stage
   */
  record Urgency(long batch, long cost) implements Comparable<Urgency> {
    @Override
    public int compareTo(Urgency other) {
      int order = Long.compare(batch, other.batch);
      return order != 0 ? order : Long.compare(cost, other.cost);
    }
  }

  /**
   * @param elsewhere runs a stage on another thread, which must {@link #leave} when it is done
   */
  StageGate(int stagesAtATime, Consumer<? super T> elsewhere) {
    this.free = stagesAtATime;
    this.elsewhere = elsewhere;
  }

  /** Lets a stage run, now or later, elsewhere or by the caller of {@link #leave}. */
  synchronized void ask(Urgency urgency, T stage) {
    waiting.add(new Turn<>(urgency, asked++, stage, null));
    letIn();
  }

  /** Whether the holder of a turn may use it for another stage: no more urgent one waits. */
  synchronized boolean letsGoOn(Urgency urgency) {
    return waiting.isEmpty() || urgency.compareTo(waiting.peek().urgency) <= 0;
  }

  /** Waits for a turn. */
  void enter(Urgency urgency) {
    var turn = new Semaphore(0);
    synchronized (this) {
      waiting.add(new Turn<>(urgency, asked++, null, turn));
      letIn();
    }
    turn.acquireUninterruptibly();
  }

  /** Ends a turn, or keeps it for the stage that is returned, which the caller runs; null: none. */
  synchronized T leave() {
    if (!waiting.isEmpty() && waiting.peek().sleeper == null) {
      return waiting.poll().stage;
    }
    release();
    return null;
  }

  /** Ends a turn; the caller runs nothing else. */
  synchronized void release() {
    free++;
    letIn();
  }

  /** Stages that were handed to another thread so far. */
  synchronized long handOvers() {
    return handOvers;
  }

  private void letIn() {
    while (free > 0 && !waiting.isEmpty()) {
      free--;
      Turn<T> turn = waiting.poll();
      if (turn.sleeper != null) {
        turn.sleeper.release();
      } else {
        handOvers++;
        elsewhere.accept(turn.stage);
      }
    }
  }
}
