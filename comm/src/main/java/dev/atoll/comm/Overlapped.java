package dev.atoll.comm;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs the overlapped operations of a communicator, one after the other, on a thread of its own.
 */
final class Overlapped implements AutoCloseable {
  private final Communicator communicator;
  private final ExecutorService thread;

  Overlapped(Communicator communicator, int number) {
    this.communicator = communicator;
    String name = "collectives-" + number + "-of-rank-" + communicator.rank();
    thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory());
  }

  Pending start(Consumer<Communicator> operation) {
    Future<?> done = thread.submit(() -> operation.accept(communicator));
    return () -> await(done);
  }

  private void await(Future<?> done) {
    try {
      done.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof PeerException why) {
        throw why.seenBy(communicator.rank(), "waiting for an overlapped operation");
      }
      throw new IllegalStateException("an overlapped operation failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(communicator.rank(), "an overlapped operation", e);
    }
  }

  /** What has started ends at the latest with the transport's deadline. */
  @Override
  public void close() {
    thread.close();
  }
}
