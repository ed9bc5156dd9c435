package dev.atoll.train.schedule;

/**
 * The threads of one worker.
 *
 * @param rank of the worker
 * @param count that compute at a time
 */
public record WorkerThreads(int rank, int count) {
  /** A name of threads with this stage: {@code atoll-prefetch-0}. */
  public String named(String stage) {
    return "atoll-" + stage + "-" + rank;
  }
}
