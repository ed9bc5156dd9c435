package dev.atoll.train.schedule;

import dev.atoll.tensor.SpareThreads;
import java.util.Optional;

/**
 * The threads of one worker.
 *
 * @param rank of the worker
 * @param count that compute at a time
 * @param spare threads that compute nothing at the moment, where preparing a batch does not wait
 *     for other workers; empty where it has threads of its own
 */
public record WorkerThreads(int rank, int count, Optional<SpareThreads> spare) {
  /** Creates threads for the preparation of batches. */
  public WorkerThreads(int rank, int count) {
    this(rank, count, Optional.empty());
  }

  /** A name of threads with this stage: {@code atoll-prefetch-0}. */
  public String named(String stage) {
    return "atoll-" + stage + "-" + rank;
  }
}
