package dev.atoll.train.batch.sampled;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToIntFunction;

/**
 * The seeds of a worker whose devices each train on seeds of their own: a step has seeds of one
 * device, and devices take turns. Every device visits its seeds in the order of the worker. All
 * workers take as many steps as the one that needs most.
 *
 * <pre>
 *   seeds      a b | c d | e          of devices 0, 1, 0 …, in the order of steps
 * </pre>
 */
public final class DeviceSchedule implements SeedOrder {
  private final SeedOrder order;
  private final LongToIntFunction deviceOf;
  private final int worker;
  private final int steps;

  /** The device and the index of the first seed, by worker and step. */
  private final int[][] devices;

  private final int[][] starts;

  private DeviceSchedule(
      SeedOrder order,
      LongToIntFunction deviceOf,
      int worker,
      int steps,
      int[][] devices,
      int[][] starts) {
    this.order = order;
    this.deviceOf = deviceOf;
    this.worker = worker;
    this.steps = steps;
    this.devices = devices;
    this.starts = starts;
  }

  /**
   * Creates the schedule. All workers call it together.
   *
   * @param order the worker's seeds, the same in every epoch
   * @param deviceOf the device of a seed of this worker
   * @param batch the largest number of seeds per step
   */
  public static DeviceSchedule agree(
      SeedOrder order,
      LongToIntFunction deviceOf,
      int deviceCount,
      int batch,
      Communicator workers) {
    if (!order.isFixed() && workers.size() > 1) {
      throw new IllegalArgumentException(
          "devices that train on nodes of their own with shuffle=global: seeds of other workers"
              + " have no device here; expected shuffle=local or workers=1");
    }
    int[] own = new int[deviceCount];
    for (long seed : order.of(workers.rank(), 0)) {
      own[deviceOf.applyAsInt(seed)]++;
    }
    List<int[]> counts = workers.allGather(Purpose.SAMPLING, own);
    int steps = 1;
    for (int[] ofWorker : counts) {
      steps = Math.max(steps, Arrays.stream(stepsOf(ofWorker, batch)).sum());
    }
    int[][] devices = new int[counts.size()][];
    int[][] starts = new int[counts.size()][];
    for (int rank = 0; rank < counts.size(); rank++) {
      int[] stepsOf = filled(counts.get(rank), stepsOf(counts.get(rank), batch), steps);
      devices[rank] = turns(stepsOf, steps);
      starts[rank] = starts(counts.get(rank), stepsOf, devices[rank]);
    }
    return new DeviceSchedule(order, deviceOf, workers.rank(), steps, devices, starts);
  }

  private static int[] stepsOf(int[] counts, int batch) {
    return Arrays.stream(counts).map(count -> Math.ceilDiv(count, batch)).toArray();
  }

  /** Steps that are left go to the devices with the largest batches. */
  private static int[] filled(int[] counts, int[] stepsOf, int steps) {
    for (int taken = Arrays.stream(stepsOf).sum(); taken < steps; taken++) {
      int largest = 0;
      for (int device = 1; device < counts.length; device++) {
        if ((long) counts[device] * stepsOf[largest] > (long) counts[largest] * stepsOf[device]) {
          largest = device;
        }
      }
      stepsOf[largest]++;
    }
    return stepsOf;
  }

  /** The device of every step: all that have steps left, one after the other. */
  private static int[] turns(int[] stepsOf, int steps) {
    int[] turns = new int[steps];
    int[] left = stepsOf.clone();
    int step = 0;
    while (step < steps) {
      for (int device = 0; device < left.length; device++) {
        if (left[device]-- > 0) {
          turns[step++] = device;
        }
      }
    }
    return turns;
  }

  private static int[] starts(int[] counts, int[] stepsOf, int[] turns) {
    int[] starts = new int[turns.length + 1];
    int[] taken = new int[counts.length];
    for (int step = 0; step < turns.length; step++) {
      int device = turns[step];
      long seeds = counts[device];
      long begin = seeds * taken[device] / stepsOf[device];
      long end = seeds * ++taken[device] / stepsOf[device];
      starts[step + 1] = starts[step] + (int) (end - begin);
    }
    return starts;
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
          "worker %d knows the devices of its own seeds, not of those of worker %d"
              .formatted(worker, rank));
    }
    long[] shuffled = order.of(rank, epoch);
    int deviceCount = Arrays.stream(devices[rank]).max().orElse(0) + 1;
    int[] next = new int[deviceCount];
    long[][] ofDevice = new long[deviceCount][shuffled.length];
    for (long seed : shuffled) {
      int device = deviceOf.applyAsInt(seed);
      ofDevice[device][next[device]++] = seed;
    }
    Arrays.fill(next, 0);
    long[] bySteps = new long[shuffled.length];
    for (int step = 0; step < steps; step++) {
      int device = devices[rank][step];
      int count = starts[rank][step + 1] - starts[rank][step];
      System.arraycopy(ofDevice[device], next[device], bySteps, starts[rank][step], count);
      next[device] += count;
    }
    return bySteps;
  }

  @Override
  public int from(int rank, int epoch, int step) {
    return starts[rank][step];
  }

  @Override
  public int batchNodes(int epoch, int step) {
    int sum = 0;
    for (int[] ofWorker : starts) {
      sum += ofWorker[step + 1] - ofWorker[step];
    }
    return sum;
  }
}
