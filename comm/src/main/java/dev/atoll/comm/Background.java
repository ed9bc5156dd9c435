package dev.atoll.comm;

/** Work of a collective on a thread of its own; closed when it is done or was stopped. */
final class Background implements AutoCloseable {
  private final Thread thread;
  private Throwable failure;

  private Background(String name, Runnable work) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .unstarted(
                () -> {
                  try {
                    work.run();
                  } catch (Throwable t) { // thrown by await
                    failure = t;
                  }
                });
  }

  static Background start(String name, Runnable work) {
    var started = new Background(name, work);
    started.thread.start();
    return started;
  }

  /** Waits for the end; a failure of the work is thrown. Its own waits have deadlines. */
  void await() {
    join();
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Throwable e -> throw new IllegalStateException("a collective failed", e);
    }
  }

  /** Ends the waits of the work, if it is not done, and waits for it. */
  @Override
  public void close() {
    thread.interrupt();
    join();
  }

  /** The work writes to the caller's memory, so an interrupt cannot cut the wait short. */
  private void join() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        thread.interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
