package dev.atoll.comm.tcp;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * A thread of its own that beats on all connections of a rank, so that peers can tell a rank that
 * computes from one that is stopped. Silence is counted in beats, not by the clock: a rank that was
 * itself stopped for a while blames nobody.
 */
final class Heartbeat implements AutoCloseable {
  /** Beats without a sign of life after which a peer counts as hung. */
  static final int MISSED_BEATS = 5;

  /**
   * How many times longer a peer may be silent that has joined and has never given a sign of life:
   * its process may still be starting.
   */
  static final int FIRST_BEAT_FACTOR = 3;

  private final Thread thread;

  private Heartbeat(Thread thread) {
    this.thread = thread;
  }

  /**
   * Starts to beat.
   *
   * @param silence after which a peer counts as hung; zero for no heartbeat
   */
  static Heartbeat start(int rank, Duration silence, List<Connection> connections) {
    Thread.Builder builder = Thread.ofPlatform().daemon().name("heartbeat-of-rank-" + rank);
    return new Heartbeat(
        silence.isZero()
            ? builder.unstarted(() -> {})
            : builder.start(() -> beat(silence.dividedBy(MISSED_BEATS + 1), connections)));
  }

  private static void beat(Duration pause, List<Connection> connections) {
    try {
      while (true) {
        connections.forEach(Connection::beat);
        Thread.sleep(pause);
      }
    } catch (InterruptedException | RejectedExecutionException closed) {
      return;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
