package dev.atoll.train.sampling.cluster;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.train.batch.sampled.SeedOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The seeds of ClusterGCN: every worker visits its own clusters in a new order in every epoch, some
 * of them in a step. Clusters without a seed take no part. Where a worker has fewer clusters than
 * another, its steps have fewer of them.
 */
public final class ClusterSchedule implements SeedOrder {
  /** The number of seeds in each cluster, by worker. */
  private final List<int[]> sizes;

  private final int[][] ownSeeds;
  private final int worker;
  private final int steps;
  private final RandomKey key;
  private volatile Epoch last;

  /** The clusters of every worker in their order, and the index of the first seed of each. */
  private record Epoch(int number, List<long[]> order, List<int[]> starts) {}

  /**
   * @param sizes the number of seeds in each cluster, by worker
   * @param ownSeeds this worker's seeds by cluster
   * @param perStep clusters of a worker in a step, at most
   */
  public ClusterSchedule(
      List<int[]> sizes, int[][] ownSeeds, int worker, int perStep, RandomKey key) {
    this.sizes = List.copyOf(sizes);
    this.ownSeeds = ownSeeds;
    this.worker = worker;
    this.key = key;
    this.steps =
        sizes.stream()
            .mapToInt(of -> Math.ceilDiv((int) visited(of).count(), perStep))
            .reduce(1, Math::max);
  }

  private static LongStream visited(int[] seedsOfClusters) {
    return IntStream.range(0, seedsOfClusters.length)
        .filter(cluster -> seedsOfClusters[cluster] > 0)
        .asLongStream();
  }

  @Override
  public int steps() {
    return steps;
  }

  /**
   * Not fixed; as all seeds are a worker's own, there are no remote seeds to cache neighbours of.
   */
  @Override
  public boolean isFixed() {
    return false;
  }

  private Epoch epoch(int number) {
    Epoch known = last;
    if (known != null && known.number == number) {
      return known;
    }
    List<long[]> order =
        IntStream.range(0, sizes.size())
            .mapToObj(
                rank ->
                    SeedPlan.shuffled(
                            visited(sizes.get(rank)).toArray(), 1, key.child(number).child(rank))
                        .seeds())
            .toList();
    List<int[]> starts =
        IntStream.range(0, sizes.size())
            .mapToObj(rank -> starts(order.get(rank), sizes.get(rank)))
            .toList();
    known = new Epoch(number, order, starts);
    last = known;
    return known;
  }

  private static int[] starts(long[] order, int[] seedsOfClusters) {
    int[] starts = new int[order.length + 1];
    for (int i = 0; i < order.length; i++) {
      starts[i + 1] = starts[i] + seedsOfClusters[(int) order[i]];
    }
    return starts;
  }

  @Override
  public long[] of(int rank, int epoch) {
    if (rank != worker) {
      throw new IllegalArgumentException(
          "worker %d knows its own seeds, not those of worker %d".formatted(worker, rank));
    }
    return Arrays.stream(epoch(epoch).order.get(rank))
        .flatMap(cluster -> Arrays.stream(ownSeeds[(int) cluster]).asLongStream())
        .toArray();
  }

  @Override
  public int from(int rank, int epoch, int step) {
    int[] starts = epoch(epoch).starts.get(rank);
    return starts[(int) ((long) (starts.length - 1) * step / steps)];
  }

  @Override
  public int batchNodes(int epoch, int step) {
    return IntStream.range(0, sizes.size())
        .map(rank -> from(rank, epoch, step + 1) - from(rank, epoch, step))
        .sum();
  }
}
