package dev.atoll.train.schedule.twolevel;

import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

/**
 * The fine level of two-level scheduling: runs a bounded number of stages at a time, older batches
 * first, and within a batch cheaper stages first. A stage that waits for a peer releases its turn,
 * so that another may use its core, and takes a new one when the answer has arrived.
 */
final class StageGate {
  private final PriorityQueue<Turn> waiting = new PriorityQueue<>();
  private int free;
  private long asked;

  /** A request to run; {@code number} orders equals by arrival. */
  private record Turn(Urgency urgency, long number, Runnable start) implements Comparable<Turn> {
    @Override
    public int compareTo(Turn other) {
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

  StageGate(int stagesAtATime) {
    this.free = stagesAtATime;
  }

  /** Calls back, now or later, when a stage may run; it must {@link #leave} when it is done. */
  synchronized void ask(Urgency urgency, Runnable start) {
    waiting.add(new Turn(urgency, asked++, start));
    letIn();
  }

  /** Whether the holder of a turn may use it for another stage: no more urgent one waits. */
  synchronized boolean letsGoOn(Urgency urgency) {
    return waiting.isEmpty() || urgency.compareTo(waiting.peek().urgency) <= 0;
  }

  /** Waits for a turn. */
  void enter(Urgency urgency) {
    var turn = new Semaphore(0);
    ask(urgency, turn::release);
    turn.acquireUninterruptibly();
  }

  /** Ends a turn. */
  synchronized void leave() {
    free++;
    letIn();
  }

  private void letIn() {
    while (free > 0 && !waiting.isEmpty()) {
      free--;
      waiting.poll().start.run();
    }
  }
}
