package dev.atoll.app.plan.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.util.Optional;

/**
 * Calls of a kernel that take about as long for the same amount of work: on operands of about the
 * same shape, by as many threads, beside as many others.
 *
 * @param kernel its name
 * @param work that it does
 * @param reach of its operands
 * @param crew the threads that call it
 * @param shape of its operands: logarithms, so that shapes within a fifth of each other are the
 *     same
 */
public record ShapedCall(String kernel, Work work, Reach reach, Crew crew, String shape) {
  private static final double STEPS_PER_OCTAVE = 4;
  private static final int LOOKS = 64;
  private static final double LOG_2 = Math.log(2);
  private static final String SEPARATOR = " ";

  /**
   * The threads of a worker.
   *
   * @param threads that share the work of a call
   * @param workers at work at the same time on the same machine
   */
  public record Crew(int threads, int workers) {
    static final Crew NONE = new Crew(0, 0);

    @Override
    public String toString() {
      return threads + "x" + workers;
    }

    private static Crew read(String text) {
      int x = text.indexOf('x');
      return new Crew(
          Integer.parseInt(text.substring(0, x)), Integer.parseInt(text.substring(x + 1)));
    }
  }

  /** A kind of call that stands for any kernel. */
  static ShapedCall any(Work work, Reach reach) {
    return new ShapedCall("", work, reach, Crew.NONE, "");
  }

  static String shape(Matrix m) {
    return shape(m.rows(), m.cols());
  }

  static String shape(long... sizes) {
    var text = new StringBuilder();
    for (long size : sizes) {
      text.append(text.isEmpty() ? "" : ",").append(step(size));
    }
    return text.toString();
  }

  /** The shape of a sum over edges, including the spread of the rows that it reads. */
  static String shape(Csr a, Matrix x) {
    return shape(a.rows(), x.rows(), a.nonZeros(), x.cols()) + "~" + spread(a);
  }

  private static long step(long size) {
    return size <= 0 ? -1 : Math.round(STEPS_PER_OCTAVE * Math.log((double) size) / LOG_2);
  }

  /** The logarithm of the mean distance from one column to the next, in steps of two octaves. */
  private static long spread(Csr a) {
    if (a.device().kind() != Device.Kind.CPU || a.nonZeros() < 2) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < LOOKS; i++) {
      long edge = (a.nonZeros() - 2) * i / LOOKS;
      int column = a.column().data().getAtIndex(JAVA_INT_UNALIGNED, edge);
      int next = a.column().data().getAtIndex(JAVA_INT_UNALIGNED, edge + 1);
      sum += Math.log1p(Math.abs((double) next - column));
    }
    return Math.round(sum / LOOKS / LOG_2 / 2);
  }

  /** The call as one line of text, for files. */
  String text() {
    return String.join(SEPARATOR, kernel, work.name(), reach.name(), crew.toString(), shape);
  }

  /** Parses {@link #text}; empty for another version. */
  static Optional<ShapedCall> read(String text) {
    String[] parts = text.split(SEPARATOR, -1);
    try {
      return parts.length == 5
          ? Optional.of(
              new ShapedCall(
                  parts[0],
                  Work.valueOf(parts[1]),
                  Reach.valueOf(parts[2]),
                  Crew.read(parts[3]),
                  parts[4]))
          : Optional.empty();
    } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
      return Optional.empty();
    }
  }
}
