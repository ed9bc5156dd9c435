package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.cluster.ClusterSampler;
import java.util.stream.IntStream;

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

  /**
   * A random order of clusters, of which a fixed number form a step: its seeds are the given nodes
   * in these clusters, cluster by cluster. Clusters without a seed are left out. For {@link
   * ClusterSampler}.
   *
   * @param nodes seeds of the epoch, without repeats
   */
  public static SeedPlan byClusters(
      long[] nodes, Partitioning clusters, int clustersPerStep, RandomKey epoch) {
    if (clustersPerStep < 1) {
      throw new IllegalArgumentException(
          "%d clusters per step: expected at least 1".formatted(clustersPerStep));
    }
    int[] sizes = new int[clusters.parts()];
    for (long node : nodes) {
      sizes[clusters.partOf((int) node)]++;
    }
    long[] order =
        IntStream.range(0, sizes.length).filter(c -> sizes[c] > 0).asLongStream().toArray();
    shuffle(order, epoch);
    int[] starts = new int[Math.ceilDiv(order.length, clustersPerStep) + 1];
    int[] next = new int[sizes.length];
    int listed = 0;
    for (int i = 0; i < order.length; i++) {
      next[(int) order[i]] = listed;
      listed += sizes[(int) order[i]];
      starts[i / clustersPerStep + 1] = listed;
    }
    long[] seeds = new long[nodes.length];
    for (long node : nodes) {
      seeds[next[clusters.partOf((int) node)]++] = node;
    }
    return new SeedPlan(seeds, starts);
  }

  private static void shuffle(long[] order, RandomKey key) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = (int) key.below(i + 1, i);
      long swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  /** All seeds in order; the array is not a copy. */
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

  /** The place behind a step's last seed. */
  public int to(int step) {
    return from(step + 1);
  }
}
