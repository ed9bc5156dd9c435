package dev.atoll.train.cost;

/**
 * The workers that share one part of the graph, on one machine: ranks {@code n·trainers} to {@code
 * n·trainers + trainers − 1}. Their reads from each other stay on that machine.
 *
 * @param rank of one of them
 * @param trainers workers of every part
 */
public record PartGroup(int rank, int trainers) {
  /** Whether a worker is of this part. */
  public boolean has(int peer) {
    return peer / trainers == rank / trainers;
  }
}
