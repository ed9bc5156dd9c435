package dev.atoll.train.schedule.twolevel;

import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

/**
 * The fine level of two-level scheduling: lets so many tasks run at a time, those of older batches
 * first, and of one batch the cheaper ones first. A task that waits for a peer steps out, so that
 * another may use its core, and asks for a new turn when the answer is there.
 */
final class StageGate {
  private final PriorityQueue<Turn> waiting = new PriorityQueue<>();
  private int free;
  private long asked;

  /** Somebody who wants to run; {@code number} decides among equals, the first come first. */
  private record Turn(Urgency urgency, long number, Runnable start) implements Comparable<Turn> {
    @Override
    public int compareTo(Turn other) {
      int order = urgency.compareTo(other.urgency);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  /**
   * What goes first.
   *
   * @param batch the number of a batch in the order of launches
   * @param cost of a task
   */
  record Urgency(long batch, long cost) implements Comparable<Urgency> {
    @Override
    public int compareTo(Urgency other) {
      int order = Long.compare(batch, other.batch);
      return order != 0 ? order : Long.compare(cost, other.cost);
    }
  }

  StageGate(int tasksAtATime) {
    this.free = tasksAtATime;
  }

  /** Calls back, now or later, when a task may run; it must {@link #leave} when it is done. */
  synchronized void ask(Urgency urgency, Runnable start) {
    waiting.add(new Turn(urgency, asked++, start));
    letIn();
  }

  /** Whether whoever has a turn may use it for something else: nobody more urgent waits. */
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
