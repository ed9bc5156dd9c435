package dev.atoll.train.plan;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Labels;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The weights of the classes in the loss, scaled to a mean of 1 over the training nodes.
 *
 * @param balanced whether all classes have the same total weight, whatever their number of nodes
 * @param given a weight for each class; empty if none are given
 */
public record ClassWeights(boolean balanced, List<Double> given) {
  /** Every node counts the same. */
  public static final ClassWeights NONE = new ClassWeights(false, List.of());

  public static final ClassWeights BALANCED = new ClassWeights(true, List.of());

  /** Reads {@code none}, {@code balanced}, or a weight for each class, such as {@code 10,1}. */
  public static Optional<ClassWeights> parse(String text) {
    if (text.equals("none")) {
      return Optional.of(NONE);
    }
    if (text.equals("balanced")) {
      return Optional.of(BALANCED);
    }
    try {
      List<Double> weights =
          Arrays.stream(text.split(",", -1)).map(w -> Double.valueOf(w.strip())).toList();
      boolean valid =
          weights.size() > 1 && weights.stream().allMatch(w -> w > 0 && Double.isFinite(w));
      return valid ? Optional.of(new ClassWeights(false, weights)) : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    if (balanced) {
      return "balanced";
    }
    return given.isEmpty()
        ? "none"
        : given.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  public boolean isNone() {
    return !balanced && given.isEmpty();
  }

  /**
   * The weight of each class.
   *
   * @param seeds all training nodes of all workers
   */
  public float[] of(Labels labels, long[] seeds) {
    if (!(labels instanceof Labels.Single single)) {
      throw new BadDataException(
          "loss.classWeights=%s: expected one class per node, but nodes have several"
              .formatted(this));
    }
    if (!given.isEmpty() && given.size() != single.classes()) {
      throw new BadDataException(
          "loss.classWeights=%s has %d weights; expected one for each of %d classes"
              .formatted(this, given.size(), single.classes()));
    }
    long[] counts = new long[single.classes()];
    for (long seed : seeds) {
      counts[single.of(seed)]++;
    }
    double[] weights = new double[counts.length];
    double sum = 0;
    for (int c = 0; c < counts.length; c++) {
      double share = counts[c] == 0 ? 0 : 1.0 / counts[c];
      weights[c] = balanced ? share : given.get(c);
      sum += weights[c] * counts[c];
    }
    float[] scaled = new float[weights.length];
    for (int c = 0; c < scaled.length; c++) {
      scaled[c] = (float) (weights[c] * seeds.length / sum);
    }
    return scaled;
  }
}
