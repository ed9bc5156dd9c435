package dev.atoll.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * The messages of a collective that are being sent from the caller's memory, step by step. The
 * memory may be reused after {@link #close()}.
 */
final class Sends implements AutoCloseable {
  private final ArrayDeque<Step> steps = new ArrayDeque<>();
  private boolean failed = true;

  private static final class Step {
    final ArrayDeque<Transport.Sending> sends = new ArrayDeque<>();
  }

  /** Begins a step. */
  void step() {
    steps.add(new Step());
  }

  /** Begins to send a message of this step; an empty one is not sent. */
  void start(Channel channel, int peer, MemorySegment data) {
    if (data.byteSize() > 0) {
      steps.getLast().sends.add(channel.startSend(peer, data));
    }
  }

  /** Waits until at most {@code left} steps are in flight. */
  void await(long left) {
    while (steps.size() > left) {
      ArrayDeque<Transport.Sending> oldest = steps.getFirst().sends;
      while (!oldest.isEmpty()) {
        oldest.getFirst().await();
        oldest.removeFirst();
      }
      steps.removeFirst();
    }
  }

  /** Waits for all messages, at the end of a collective that did not fail. */
  void finish() {
    await(0);
    failed = false;
  }

  @Override
  public void close() {
    if (failed) {
      steps.forEach(step -> step.sends.forEach(Transport.Sending::close));
    }
  }
}
