package dev.atoll.train.metric;

import dev.atoll.graph.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Scores of every class on some nodes.
 *
 * @param classes by number
 * @param confusion nodes by their class (row) and the predicted one (column)
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClassReport(List<ClassScores> classes, long[][] confusion) {
  /**
   * The scores of a class against all others.
   *
   * @param nodes of this class
   * @param precision the share of nodes predicted as this class that are of it
   * @param recall the share of its nodes that were found
   * @param averagePrecision of its probability as a ranking; NaN without a node
   */
  public record ClassScores(
      long nodes, double precision, double recall, double f1, double averagePrecision) {}

  /** Probabilities of nodes. */
  @FunctionalInterface
  public interface Probabilities {
    double of(int node, int label);
  }

  /** Scores nodes that have a label. */
  public static ClassReport of(
      int[] nodes, Labels.Single labels, Probabilities probabilities, Decision decision) {
    int count = labels.classes();
    long[][] confusion = new long[count][count];
    for (int node : nodes) {
      confusion[labels.of(node)][decision.of(node, count, probabilities)]++;
    }
    List<ClassScores> classes = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      classes.add(scores(c, nodes, labels, probabilities, confusion));
    }
    return new ClassReport(classes, confusion);
  }

  private static ClassScores scores(
      int label, int[] nodes, Labels.Single labels, Probabilities p, long[][] confusion) {
    double hit = confusion[label][label];
    long of = 0;
    long predicted = 0;
    for (int other = 0; other < confusion.length; other++) {
      of += confusion[label][other];
      predicted += confusion[other][label];
    }
    double[] scores = IntStream.of(nodes).mapToDouble(node -> p.of(node, label)).toArray();
    return new ClassScores(
        of,
        predicted == 0 ? 0 : hit / predicted,
        of == 0 ? 0 : hit / of,
        Metrics.f1(hit, predicted - hit, of - hit),
        Metrics.averagePrecision(scores, are(label, nodes, labels)));
  }

  static boolean[] are(int label, int[] nodes, Labels.Single labels) {
    boolean[] are = new boolean[nodes.length];
    for (int i = 0; i < are.length; i++) {
      are[i] = labels.of(nodes[i]) == label;
    }
    return are;
  }

  /** The share of nodes whose class was predicted. */
  public double accuracy() {
    long hits = IntStream.range(0, confusion.length).mapToLong(c -> confusion[c][c]).sum();
    return (double) hits / classes.stream().mapToLong(ClassScores::nodes).sum();
  }

  /** The share of the largest class: the accuracy of always predicting it. */
  public double majority() {
    long all = classes.stream().mapToLong(ClassScores::nodes).sum();
    return (double) classes.stream().mapToLong(ClassScores::nodes).max().orElse(0) / all;
  }
}
