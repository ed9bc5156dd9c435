package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;

/**
 * The order in which an epoch visits its seeds: shuffled by a key, then cut into steps. The order
 * is a pure function of the nodes and the key; every node comes once.
 *
 * <pre>{@code
 * var plan = SeedPlan.shuffled(trainNodes, 1024, runKey.child("seeds").child(epoch));
 * for (int step = 0; step < plan.steps(); step++) {
 *   sampler.sample(plan.seeds(), plan.from(step), plan.to(step), stepKey, batch);
 * }
 * }</pre>
 */
public final class SeedPlan {
  private final long[] seeds;

  /** The first seed of every step, followed by the number of seeds. */
  private final int[] starts;

  private SeedPlan(long[] seeds, int[] starts) {
    this.seeds = seeds;
    this.starts = starts;
  }

  /** A uniformly random order of the nodes, by the Fisher–Yates shuffle. */
  public static SeedPlan shuffled(long[] nodes, int batchSize, RandomKey epoch) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batch %d: expected at least 1".formatted(batchSize));
    }
    long[] order = nodes.clone();
    shuffle(order, epoch);
    int[] starts = new int[Math.ceilDiv(order.length, batchSize) + 1];
    for (int step = 1; step < starts.length; step++) {
      starts[step] = (int) Math.min(order.length, (long) step * batchSize);
    }
    return new SeedPlan(order, starts);
  }

  private static void shuffle(long[] order, RandomKey key) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = (int) key.below(i + 1, i);
      long swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  /** The seeds in order; the array is not a copy. */
  public long[] seeds() {
    return seeds;
  }

  public int steps() {
    return starts.length - 1;
  }

  /** The index of a step's first seed; steps after the last one have no seeds. */
  public int from(int step) {
    return starts[Math.min(step, steps())];
  }

  /** The index behind a step's last seed. */
  public int to(int step) {
    return from(step + 1);
  }
}
