package dev.atoll.train.sampling.saint;

import dev.atoll.train.batch.sampled.SeedOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The seeds of GraphSAINT: the training nodes of a step's subgraph. All workers take as many steps
 * as the one that needs the most to draw as many nodes as its part has.
 */
final class SaintSchedule implements SeedOrder {
  private final LongFunction<int[]> ofStep;
  private final BitSet training;
  private final int first;
  private final int allTraining;
  private final int steps;
  private final int worker;
  private volatile Epoch last;

  /** The seeds of all steps, and the index of the first seed of each. */
  private static final class Epoch {
    final int number;
    final long[] seeds;
    final int[] starts;

    Epoch(int number, long[] seeds, int[] starts) {
      this.number = number;
      this.seeds = seeds;
      this.starts = starts;
    }
  }

  /**
   * @param ofStep the nodes of a step's subgraph, counted from 0
   * @param training this worker's training nodes, counted from 0
   * @param first the number of the worker's first node
   * @param allTraining training nodes of all workers
   * @param steps of an epoch
   */
  SaintSchedule(
      LongFunction<int[]> ofStep,
      BitSet training,
      int first,
      int allTraining,
      int steps,
      int worker) {
    this.ofStep = ofStep;
    this.training = training;
    this.first = first;
    this.allTraining = allTraining;
    this.steps = steps;
    this.worker = worker;
  }

  @Override
  public int steps() {
    return steps;
  }

  @Override
  public boolean isFixed() {
    return false;
  }

  private Epoch epoch(int rank, int number) {
    if (rank != worker) {
      throw new IllegalArgumentException(
          "worker %d knows its own seeds, not those of worker %d".formatted(worker, rank));
    }
    Epoch known = last;
    if (known == null || known.number != number) {
      known = drawn(number);
      last = known;
    }
    return known;
  }

  private Epoch drawn(int number) {
    int[] starts = new int[steps + 1];
    long[][] ofSteps = new long[steps][];
    for (int step = 0; step < steps; step++) {
      ofSteps[step] =
          Arrays.stream(ofStep.apply((long) number * steps + step))
              .filter(training::get)
              .mapToLong(node -> (long) first + node)
              .toArray();
      starts[step + 1] = starts[step] + ofSteps[step].length;
    }
    return new Epoch(
        number, Arrays.stream(ofSteps).flatMapToLong(LongStream::of).toArray(), starts);
  }

  @Override
  public long[] of(int rank, int epoch) {
    return epoch(rank, epoch).seeds;
  }

  @Override
  public int from(int rank, int epoch, int step) {
    return epoch(rank, epoch).starts[step];
  }

  /** The number of all training nodes: the loss of a step estimates their mean. */
  @Override
  public int batchNodes(int epoch, int step) {
    return allTraining;
  }
}
