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
  private final int batchSize;

  private SeedPlan(long[] seeds, int batchSize) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batch %d: expected at least 1".formatted(batchSize));
    }
    this.seeds = seeds;
    this.batchSize = batchSize;
  }

  /** A new order of the nodes by Fisher and Yates, all orders alike. */
  public static SeedPlan shuffled(long[] nodes, int batchSize, RandomKey epoch) {
    long[] order = nodes.clone();
    for (int i = order.length - 1; i > 0; i--) {
      int j = (int) epoch.below(i + 1, i);
      long swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return new SeedPlan(order, batchSize);
  }

  /** All seeds in their order; not a copy. */
  public long[] seeds() {
    return seeds;
  }

  public int steps() {
    return Math.ceilDiv(seeds.length, batchSize);
  }

  /** The place of a step's first seed. */
  public int from(int step) {
    return Math.min(seeds.length, Math.multiplyExact(step, batchSize));
  }

  /** The place behind a step's last seed. */
  public int to(int step) {
    return from(step + 1);
  }
}
