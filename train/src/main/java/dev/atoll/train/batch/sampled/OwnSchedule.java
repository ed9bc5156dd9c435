package dev.atoll.train.batch.sampled;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SeedPlan;
import java.util.Arrays;

/**
 * Every worker trains on its own seeds, which no other worker knows, in a new order every epoch.
 * All take as many steps as the one with the most seeds, and each cuts its own evenly.
 */
public final class OwnSchedule implements SeedOrder {
  private final long[] own;
  private final int worker;

  /** Seeds of every worker. */
  private final long[] counts;

  private final int steps;
  private final RandomKey key;

  private OwnSchedule(long[] own, int worker, long[] counts, int batch, RandomKey key) {
    this.own = own;
    this.worker = worker;
    this.counts = counts;
    long most = Arrays.stream(counts).max().orElse(0);
    this.steps = Math.toIntExact(Math.max(1, Math.ceilDiv(most, batch)));
    this.key = key;
  }

  /**
   * Creates the schedule. All workers call it together.
   *
   * @param own seeds of this worker
   * @param batch the largest number of seeds per worker and step
   */
  public static OwnSchedule agree(long[] own, Communicator workers, int batch, RandomKey key) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    long[] counts = workers.allGather(Purpose.SAMPLING, own.length);
    return new OwnSchedule(own, workers.rank(), counts, batch, key);
  }

  @Override
  public int steps() {
    return steps;
  }

  @Override
  public boolean isFixed() {
    return true;
  }

  @Override
  public long[] of(int rank, int epoch) {
    if (rank != worker) {
      throw new IllegalArgumentException(
          "worker %d knows its own seeds, not those of worker %d".formatted(worker, rank));
    }
    return SeedPlan.shuffled(own, 1, key.child(epoch).child(rank)).seeds();
  }

  /** The index of a step's first seed, the same in every epoch. */
  @Override
  public int from(int rank, int epoch, int step) {
    return (int) (counts[rank] * step / steps);
  }

  @Override
  public int batchNodes(int epoch, int step) {
    int sum = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      sum += from(rank, epoch, step + 1) - from(rank, epoch, step);
    }
    return sum;
  }
}
