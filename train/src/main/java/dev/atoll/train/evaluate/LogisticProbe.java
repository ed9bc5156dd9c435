package dev.atoll.train.evaluate;

import java.util.Arrays;

/**
 * Softmax regression on fixed rows: how well classes can be read off them by a linear function.
 * Columns are standardised by the training rows; the loss is the mean cross entropy plus {@code
 * decay/2·|W|²}; solved by gradient descent with Nesterov's momentum and a step of {@code 1/L}, L
 * the loss's largest curvature.
 */
public final class LogisticProbe {
  private static final int STEPS = 200;
  private static final int POWER_ITERATIONS = 20;

  private final int width;
  private final int classes;
  private final double[] mean;
  private final double[] scale;

  /** One row of {@code width + 1} weights per class, the constant last. */
  private double[] weights;

  private LogisticProbe(int width, int classes) {
    this.width = width;
    this.classes = classes;
    this.mean = new double[width];
    this.scale = new double[width];
  }

  /**
   * Learns the classes of some rows.
   *
   * @param rows one per example
   * @param classOf each example's class
   */
  public static LogisticProbe fit(float[][] rows, int[] classOf, int classes, double decay) {
    int width = rows[0].length;
    var probe = new LogisticProbe(width, classes);
    probe.standardise(rows);
    double[][] x = Arrays.stream(rows).map(probe::input).toArray(double[][]::new);
    probe.descend(x, classOf, decay);
    return probe;
  }

  private void standardise(float[][] rows) {
    for (int c = 0; c < width; c++) {
      double sum = 0;
      double squares = 0;
      for (float[] row : rows) {
        sum += row[c];
        squares += (double) row[c] * row[c];
      }
      mean[c] = sum / rows.length;
      double variance = Math.max(0, squares / rows.length - mean[c] * mean[c]);
      scale[c] = variance < 1e-12 ? 0 : 1 / Math.sqrt(variance);
    }
  }

  private double[] input(float[] row) {
    double[] x = new double[width + 1];
    for (int c = 0; c < width; c++) {
      x[c] = (row[c] - mean[c]) * scale[c];
    }
    x[width] = 1;
    return x;
  }

  private void descend(double[][] x, int[] classOf, double decay) {
    double rate = 1 / (curvature(x) / 2 + decay);
    weights = new double[classes * (width + 1)];
    double[] ahead = weights.clone();
    double[] gradient = new double[weights.length];
    for (int step = 0; step < STEPS; step++) {
      gradient(ahead, x, classOf, decay, gradient);
      double momentum = step / (step + 3.0);
      for (int i = 0; i < weights.length; i++) {
        double next = ahead[i] - rate * gradient[i];
        ahead[i] = next + momentum * (next - weights[i]);
        weights[i] = next;
      }
    }
  }

  /** The largest eigenvalue of {@code XᵀX/n}. */
  private static double curvature(double[][] x) {
    double[] v = new double[x[0].length];
    Arrays.fill(v, 1);
    double norm = 1;
    for (int i = 0; i < POWER_ITERATIONS; i++) {
      double[] next = new double[v.length];
      for (double[] row : x) {
        double dot = dot(row, 0, v);
        for (int c = 0; c < v.length; c++) {
          next[c] += dot * row[c] / x.length;
        }
      }
      norm = Math.sqrt(dot(next, 0, next));
      for (int c = 0; c < v.length; c++) {
        v[c] = next[c] / norm;
      }
    }
    return 1.1 * norm;
  }

  private void gradient(double[] at, double[][] x, int[] classOf, double decay, double[] into) {
    for (int i = 0; i < at.length; i++) {
      into[i] = (i + 1) % (width + 1) == 0 ? 0 : decay * at[i];
    }
    double[] p = new double[classes];
    for (int i = 0; i < x.length; i++) {
      softmax(at, x[i], p);
      p[classOf[i]] -= 1;
      for (int k = 0; k < classes; k++) {
        double share = p[k] / x.length;
        int row = k * (width + 1);
        for (int c = 0; c <= width; c++) {
          into[row + c] += share * x[i][c];
        }
      }
    }
  }

  private void softmax(double[] at, double[] x, double[] p) {
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < classes; k++) {
      p[k] = dot(at, k * (width + 1), x);
      max = Math.max(max, p[k]);
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      p[k] = StrictMath.exp(p[k] - max);
      sum += p[k];
    }
    for (int k = 0; k < classes; k++) {
      p[k] /= sum;
    }
  }

  private static double dot(double[] a, int from, double[] b) {
    double sum = 0;
    for (int c = 0; c < b.length; c++) {
      sum += a[from + c] * b[c];
    }
    return sum;
  }

  /** The logits of all classes. */
  public float[] logits(float[] row) {
    double[] x = input(row);
    float[] logits = new float[classes];
    for (int k = 0; k < classes; k++) {
      logits[k] = (float) dot(weights, k * (width + 1), x);
    }
    return logits;
  }
}
