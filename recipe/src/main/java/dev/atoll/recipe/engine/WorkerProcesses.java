package dev.atoll.recipe.engine;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The worker processes that this one has started; none outlives it. */
final class WorkerProcesses implements AutoCloseable {
  private final List<WorkerProcess> started = new CopyOnWriteArrayList<>();
  private final Thread onInterrupt = new Thread(this::kill, "atoll-kill-workers");
  private boolean ending;

  WorkerProcesses() {
    Runtime.getRuntime().addShutdownHook(onInterrupt);
  }

  /**
   * Starts a worker.
   *
   * @param output receives the lines that it prints
   */
  void start(Invitation invitation, Consumer<String> output) throws IOException {
    add(WorkerProcess.start(invitation, output));
  }

  /**
   * Takes over a worker.
   *
   * @throws IllegalStateException if the others have been killed; then this one is, too
   */
  void add(WorkerProcess worker) {
    if (!isAdded(worker)) {
      worker.close();
      throw new IllegalStateException(
          "rank %d was started while the program ended".formatted(worker.rank()));
    }
  }

  private synchronized boolean isAdded(WorkerProcess worker) {
    return !ending && started.add(worker);
  }

  List<WorkerProcess> all() {
    return List.copyOf(started);
  }

  /** Kills the workers, and those that are started from now on. */
  synchronized void kill() {
    ending = true;
    started.forEach(WorkerProcess::kill);
  }

  /** Kills the workers that still run and waits for their end. */
  @Override
  public void close() {
    kill();
    started.forEach(WorkerProcess::close);
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException _) {
      // the program is ending: the hook runs already
    }
  }
}
