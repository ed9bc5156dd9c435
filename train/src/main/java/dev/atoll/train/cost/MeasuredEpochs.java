package dev.atoll.train.cost;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The epochs that a run's mean figures are computed from: all but the first ones, which warm it up.
 */
public final class MeasuredEpochs {
  /** Epochs left out where a run has more than twice as many. */
  public static final int WARM_UP = 3;

  private MeasuredEpochs() {}

  /** The epochs after the warm-up; all epochs of a short run. */
  public static <T> List<T> of(List<T> epochs) {
    return epochs.subList(epochs.size() > 2 * WARM_UP ? WARM_UP : 0, epochs.size());
  }

  /** The deviation of a sample, with n − 1 below the sum of squares; 0 of a single value. */
  public static double deviation(DoubleStream values) {
    double[] all = values.toArray();
    double mean = Arrays.stream(all).average().orElse(Double.NaN);
    double squares = Arrays.stream(all).map(value -> (value - mean) * (value - mean)).sum();
    return all.length == 1 ? 0 : Math.sqrt(squares / (all.length - 1));
  }

  /** The upper median; NaN of no values. */
  public static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
