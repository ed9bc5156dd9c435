package dev.atoll.comm;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs the asynchronous collectives of a communicator in order, on a separate thread. */
final class AsyncCollectives implements AutoCloseable {
  private final Communicator communicator;
  private final ExecutorService thread;

  AsyncCollectives(Communicator communicator, int number) {
    this.communicator = communicator;
    String name = "collectives-" + number + "-of-rank-" + communicator.rank();
    thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory());
  }

  CollectiveFuture start(Consumer<Communicator> operation) {
    Future<?> done = thread.submit(() -> operation.accept(communicator));
    return new CollectiveFuture() {
      @Override
      public void await() {
        AsyncCollectives.this.await(done);
      }

      @Override
      public boolean isDone() {
        return done.isDone();
      }
    };
  }

  private void await(Future<?> done) {
    try {
      done.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof PeerException why) {
        throw why.seenBy(communicator.rank(), "waiting for an asynchronous collective");
      }
      throw new IllegalStateException("an asynchronous collective failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(communicator.rank(), "an asynchronous collective", e);
    }
  }

  /** Waits for the collectives that were started, at most until the transport's deadline. */
  @Override
  public void close() {
    thread.close();
  }
}
