package dev.atoll.comm.tcp;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * A thread that sends heartbeats on all connections of a rank, so that peers can distinguish a rank
 * that computes from one that is stopped. Silence is counted in beats, not by the clock: a
 * suspended rank does not report its peers after it resumes.
 */
final class Heartbeat implements AutoCloseable {
  /** Beats without a sign of life after which a peer counts as hung. */
  static final int MISSED_BEATS = 5;

  /**
   * The factor of the allowed silence for a peer that has joined but not yet sent a heartbeat: its
   * process may still be starting.
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
