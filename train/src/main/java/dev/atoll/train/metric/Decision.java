package dev.atoll.train.metric;

import dev.atoll.graph.Labels;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The rule that predicts a class from probabilities: the likeliest class, or a threshold for one of
 * two classes.
 *
 * @param label the class that the threshold is for; −1 for the likeliest class
 * @param threshold the least probability that predicts this class
 */
public record Decision(int label, double threshold) {
  public static final Decision LIKELIEST = new Decision(-1, 0.5);

  /** The class of a node. */
  public int of(int node, int classes, ClassReport.Probabilities probabilities) {
    if (label >= 0) {
      return probabilities.of(node, label) >= threshold ? label : 1 - label;
    }
    int best = 0;
    for (int c = 1; c < classes; c++) {
      best = probabilities.of(node, c) > probabilities.of(node, best) ? c : best;
    }
    return best;
  }

  /**
   * The threshold with the largest F1 of the rarer of two classes.
   *
   * @param nodes the validation nodes, on which the threshold is chosen
   */
  public static Decision largestF1(
      int[] nodes, Labels.Single labels, ClassReport.Probabilities probabilities) {
    if (labels.classes() != 2) {
      throw new IllegalArgumentException(
          "a threshold is for two classes, not for %d".formatted(labels.classes()));
    }
    long ones = Arrays.stream(nodes).filter(node -> labels.of(node) == 1).count();
    int rare = 2 * ones <= nodes.length ? 1 : 0;
    long all = rare == 1 ? ones : nodes.length - ones;
    if (all == 0) {
      return LIKELIEST;
    }
    int[] ranked =
        Arrays.stream(nodes)
            .boxed()
            .sorted(Comparator.comparingDouble(node -> -probabilities.of(node, rare)))
            .mapToInt(Integer::intValue)
            .toArray();
    double best = -1;
    double threshold = 0.5;
    long hit = 0;
    for (int i = 0; i < ranked.length; i++) {
      hit += labels.of(ranked[i]) == rare ? 1 : 0;
      double p = probabilities.of(ranked[i], rare);
      boolean tied = i + 1 < ranked.length && probabilities.of(ranked[i + 1], rare) == p;
      double f1 = Metrics.f1((double) hit, i + 1.0 - hit, (double) (all - hit));
      if (!tied && f1 > best) {
        best = f1;
        double next = i + 1 < ranked.length ? probabilities.of(ranked[i + 1], rare) : 0;
        threshold = (p + next) / 2;
      }
    }
    return new Decision(rare, threshold);
  }
}
