package dev.atoll.app.predict;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.DatasetNames;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.Decision;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * A row of numbers for every node, in the dataset's order.
 *
 * @param nodes the node of each row
 * @param names of classes
 * @param whole whether elements are int32; float32 otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Predictions(
    PredictionKind what,
    int[] nodes,
    int width,
    boolean whole,
    MemorySegment elements,
    DatasetNames names) {
  private static Predictions ofAll(
      PredictionKind what, int rows, int width, boolean whole, MemorySegment elements) {
    return new Predictions(
        what, IntStream.range(0, rows).toArray(), width, whole, elements, DatasetNames.NONE);
  }

  public int rows() {
    return nodes.length;
  }

  /** A copy with names of classes. */
  public Predictions with(DatasetNames newNames) {
    return new Predictions(what, nodes, width, whole, elements, newNames);
  }

  /** The rows of the given nodes; all must be present. */
  public Predictions of(int[] wanted, Arena into) {
    long bytes = (long) width * Integer.BYTES;
    MemorySegment some = into.allocate(Math.max(1, bytes * wanted.length), Integer.BYTES);
    for (int row = 0; row < wanted.length; row++) {
      MemorySegment.copy(elements, wanted[row] * bytes, some, row * bytes, bytes);
    }
    return new Predictions(what, wanted.clone(), width, whole, some, names);
  }

  /** Whether a row is the number of a class that has a name. */
  boolean hasClassNames() {
    return what == PredictionKind.CLASSES && width == 1 && !names.classes().isEmpty();
  }

  /** The name of a row's class. */
  String className(int row) {
    return names.ofClass(whole(row, 0));
  }

  /** The name of a column. */
  String column(int number) {
    return what.column(number, width, names);
  }

  /** Predicts the likeliest class of each row of logits. */
  public static Predictions classes(NodeRows logits, Arena into) {
    return classes(logits, Decision.LIKELIEST, into);
  }

  /** Predicts the class of each row of logits by a decision rule. */
  public static Predictions classes(NodeRows logits, Decision decision, Arena into) {
    MemorySegment elements = into.allocate(JAVA_INT, logits.rows());
    ClassReport.Probabilities scores =
        decision.label() < 0
            ? logits::element
            : (row, c) -> TrainedModel.probability(logits, row, c);
    for (int row = 0; row < logits.rows(); row++) {
      elements.setAtIndex(JAVA_INT, row, decision.of(row, logits.width(), scores));
    }
    return ofAll(PredictionKind.CLASSES, logits.rows(), 1, true, elements);
  }

  /** Predicts 1 for each class of probability above ½, otherwise 0. */
  public static Predictions labels(NodeRows logits, Arena into) {
    MemorySegment elements = into.allocate(JAVA_INT, (long) logits.rows() * logits.width());
    for (int row = 0; row < logits.rows(); row++) {
      for (int c = 0; c < logits.width(); c++) {
        int label = logits.element(row, c) > 0 ? 1 : 0;
        elements.setAtIndex(JAVA_INT, (long) row * logits.width() + c, label);
      }
    }
    return ofAll(PredictionKind.CLASSES, logits.rows(), logits.width(), true, elements);
  }

  /**
   * The softmax of each row, or the sigmoid of each element where a node may have several classes.
   */
  public static Predictions probabilities(NodeRows logits, boolean severalLabels, Arena into) {
    MemorySegment elements = into.allocate(JAVA_FLOAT, (long) logits.rows() * logits.width());
    for (int row = 0; row < logits.rows(); row++) {
      double[] p = severalLabels ? sigmoid(logits, row) : softmax(logits, row);
      for (int c = 0; c < logits.width(); c++) {
        elements.setAtIndex(JAVA_FLOAT, (long) row * logits.width() + c, (float) p[c]);
      }
    }
    return ofAll(PredictionKind.PROBABILITIES, logits.rows(), logits.width(), false, elements);
  }

  private static double[] sigmoid(NodeRows logits, int row) {
    double[] p = new double[logits.width()];
    for (int c = 0; c < p.length; c++) {
      p[c] = 1 / (1 + Math.exp(-logits.element(row, c)));
    }
    return p;
  }

  private static double[] softmax(NodeRows logits, int row) {
    double[] p = new double[logits.width()];
    double max = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < p.length; c++) {
      max = Math.max(max, logits.element(row, c));
    }
    double sum = 0;
    for (int c = 0; c < p.length; c++) {
      p[c] = Math.exp(logits.element(row, c) - max);
      sum += p[c];
    }
    for (int c = 0; c < p.length; c++) {
      p[c] /= sum;
    }
    return p;
  }

  /** The rows themselves as predictions. */
  public static Predictions raw(PredictionKind what, NodeRows rows) {
    return ofAll(what, rows.rows(), rows.width(), false, rows.elements());
  }

  int whole(int row, int column) {
    return elements.getAtIndex(JAVA_INT, (long) row * width + column);
  }

  float real(int row, int column) {
    return elements.getAtIndex(JAVA_FLOAT, (long) row * width + column);
  }

  /** An element as text: as many digits as distinguish it from adjacent floats. */
  String text(int row, int column) {
    return whole ? Integer.toString(whole(row, column)) : Float.toString(real(row, column));
  }
}
