package dev.atoll.tensor;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Threads of a backend that compute nothing at the moment, for other work of the same worker: one
 * pool for both, so that no more threads run than the worker has. A task holds its thread until it
 * ends; kernels meanwhile run on the others.
 */
public interface SpareThreads extends Executor {
  /**
   * Runs a task as soon as a thread is idle; tasks start in the order of submission.
   *
   * @param task must not fail
   */
  @Override
  void execute(Runnable task);

  /** Lets the caller run tasks, or compute for others, until something has happened. */
  void workUntil(BooleanSupplier happened);
}
