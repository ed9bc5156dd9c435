package dev.atoll.comm.local;

import dev.atoll.comm.Limits;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs every rank as a thread of this process; they succeed or fail together.
 *
 * <pre>{@code
 * List<Float> losses = ThreadRanks.run(4, Limits.DEFAULT, transport -> train(transport));
 * }</pre>
 */
public final class ThreadRanks {
  private ThreadRanks() {}

  /** The work of a rank; the transport is closed after it. */
  @FunctionalInterface
  public interface Body<T> {
    T run(Transport transport) throws Exception;
  }

  /** Runs that many ranks in this process. */
  public static <T> List<T> run(int size, Limits limits, Body<T> body) {
    return run(LocalTransport.group(size, limits), body);
  }

  /**
   * Runs one rank per transport and returns their results, by rank. If a rank throws, the waits of
   * the others end, and the exception of the first failed rank is thrown; checked exceptions are
   * wrapped in a {@link PeerException}.
   */
  public static <T> List<T> run(List<Transport> transports, Body<T> body) {
    List<T> results = new ArrayList<>();
    AtomicReference<Throwable> first = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Transport transport : transports) {
      results.add(null);
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + transport.rank())
              .daemon()
              .unstarted(() -> runOne(transport, body, results, first)));
    }
    threads.forEach(Thread::start);
    join(threads, transports, first);
    rethrow(first.get());
    return results;
  }

  private static <T> void runOne(
      Transport transport, Body<T> body, List<T> results, AtomicReference<Throwable> first) {
    try (transport) {
      try {
        results.set(transport.rank(), body.run(transport));
      } catch (Throwable t) { // also errors: the other ranks must be notified
        first.compareAndSet(null, unchecked(transport.rank(), t));
        transport.fail(t);
      }
    } catch (RuntimeException closing) {
      first.compareAndSet(null, closing);
    }
  }

  /** An interrupted caller ends all ranks, and still waits for them. */
  private static void join(
      List<Thread> threads, List<Transport> transports, AtomicReference<Throwable> first) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          PeerException why = PeerException.interrupted(0, "the run was stopped", e);
          first.compareAndSet(null, why);
          transports.forEach(transport -> transport.fail(why));
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Throwable unchecked(int rank, Throwable t) {
    return t instanceof RuntimeException || t instanceof Error ? t : PeerException.origin(rank, t);
  }

  private static void rethrow(Throwable first) {
    if (first instanceof RuntimeException e) {
      throw e;
    }
    if (first instanceof Error e) {
      throw e;
    }
  }
}
