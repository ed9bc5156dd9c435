package dev.atoll.app.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Arrays;
import java.util.Collection;

/**
 * A figure over several runs.
 *
 * @param deviation of a sample, with n − 1 below the sum of squares; 0 for a single run
 */
public record Spread(@JsonIgnore int count, double mean, double deviation, double median) {
  /** The spread of at least one figure. */
  public static Spread of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("there are no figures");
    }
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double squares = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
    double deviation = sorted.length == 1 ? 0 : Math.sqrt(squares / (sorted.length - 1));
    return new Spread(sorted.length, mean, deviation, middle(sorted));
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
