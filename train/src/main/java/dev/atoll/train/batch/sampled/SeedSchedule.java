package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SeedPlan;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;

/**
 * Seeds that are shared out to workers. All workers have the same number, give or take one, so that
 * all take the same number of steps, and each step is cut evenly.
 *
 * <p>{@link Shuffle#LOCAL}: the seeds, in the order of parts, are cut into equal ranges; each goes
 * to the worker whose part owns most of it, which visits them in a new order every epoch. Where
 * several workers train on a part, its range is cut again, evenly (DistDGL's second level). {@link
 * Shuffle#GLOBAL}: all seeds are put into a new order every epoch, and that is cut.
 */
public final class SeedSchedule implements SeedOrder {
  /** Among whom seeds are shuffled. */
  public enum Shuffle {
    LOCAL,
    GLOBAL
  }

  private final long[] seeds;
  private final int workers;
  private final int steps;
  private final Shuffle shuffle;
  private final RandomKey key;

  /** The range of the seeds that a worker has. */
  private final int[] rangeOf;

  /**
   * Creates a schedule of seeds that are nodes, or not themselves, for example links.
   *
   * @param seeds in the order of their owners
   * @param owner the worker that owns a seed
   * @param trainers workers of every part, which have consecutive ranks
   */
  public SeedSchedule(
      long[] seeds,
      LongToIntFunction owner,
      int workers,
      int trainers,
      int batch,
      Shuffle shuffle,
      RandomKey key) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch=" + batch + ": expected at least 1 seed per step");
    }
    this.seeds = seeds;
    this.workers = workers;
    this.steps = Math.max(1, Math.ceilDiv(Math.ceilDiv(seeds.length, workers), batch));
    this.shuffle = shuffle;
    this.key = key;
    this.rangeOf = ranges(owner, workers / trainers, trainers);
  }

  private record Overlap(int range, int part, int seeds) {}

  /** The largest overlaps are served first. */
  private int[] ranges(LongToIntFunction owner, int parts, int trainers) {
    int[][] overlap = new int[parts][parts];
    for (int range = 0; range < parts; range++) {
      for (int i = cut(range * trainers); i < cut((range + 1) * trainers); i++) {
        overlap[range][owner.applyAsInt(seeds[i]) / trainers]++;
      }
    }
    int[] found = new int[parts];
    Arrays.fill(found, -1);
    boolean[] taken = new boolean[parts];
    IntStream.range(0, parts * parts)
        .mapToObj(i -> new Overlap(i / parts, i % parts, overlap[i / parts][i % parts]))
        .sorted(
            Comparator.comparingInt((Overlap o) -> -o.seeds)
                .thenComparingInt(o -> Math.abs(o.range - o.part))
                .thenComparingInt(Overlap::range))
        .forEach(
            o -> {
              if (!taken[o.range] && found[o.part] < 0) {
                taken[o.range] = true;
                found[o.part] = o.range;
              }
            });
    int[] byWorker = new int[workers];
    Arrays.setAll(byWorker, worker -> found[worker / trainers] * trainers + worker % trainers);
    return byWorker;
  }

  /** The index of a range's first seed. */
  private int cut(int range) {
    return (int) ((long) seeds.length * range / workers);
  }

  @Override
  public int steps() {
    return steps;
  }

  @Override
  public boolean isFixed() {
    return shuffle == Shuffle.LOCAL;
  }

  @Override
  public long[] of(int worker, int epoch) {
    int range = rangeOf[worker];
    return switch (shuffle) {
      case LOCAL ->
          SeedPlan.shuffled(
                  Arrays.copyOfRange(seeds, cut(range), cut(range + 1)),
                  1,
                  key.child(epoch).child(range))
              .seeds();
      case GLOBAL ->
          Arrays.copyOfRange(
              SeedPlan.shuffled(seeds, 1, key.child(epoch)).seeds(), cut(range), cut(range + 1));
    };
  }

  /** The index of a step's first seed, the same in every epoch. */
  @Override
  public int from(int worker, int epoch, int step) {
    int range = rangeOf[worker];
    return (int) ((long) (cut(range + 1) - cut(range)) * step / steps);
  }

  @Override
  public int batchNodes(int epoch, int step) {
    int sum = 0;
    for (int worker = 0; worker < workers; worker++) {
      sum += from(worker, epoch, step + 1) - from(worker, epoch, step);
    }
    return sum;
  }
}
