package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import java.util.Arrays;

/** Converts logits in host memory to class probabilities. */
enum ClassProbabilities {
  /** One class per node: probabilities that sum to 1. */
  ONE_LABEL {
    @Override
    void believe(double[] logits) {
      double largest = Double.NEGATIVE_INFINITY;
      for (double logit : logits) {
        largest = Math.max(largest, logit);
      }
      double sum = 0;
      for (int c = 0; c < logits.length; c++) {
        logits[c] = StrictMath.exp(logits[c] - largest);
        sum += logits[c];
      }
      for (int c = 0; c < logits.length; c++) {
        logits[c] /= sum;
      }
    }

    @Override
    double divergence(double p, double q) {
      return p == 0 ? 0 : p * StrictMath.log(p / q);
    }
  },

  /** Any number of classes: how likely each is. */
  MANY_LABELS {
    @Override
    void believe(double[] logits) {
      for (int c = 0; c < logits.length; c++) {
        logits[c] = 1 / (1 + StrictMath.exp(-logits[c]));
      }
    }

    @Override
    double divergence(double p, double q) {
      return ONE_LABEL.divergence(p, q) + ONE_LABEL.divergence(1 - p, 1 - q);
    }
  };

  private static final double LEAST = 1e-12;

  /** Turns logits into probabilities. */
  abstract void believe(double[] logits);

  /** A class's part of the Kullback–Leibler divergence. */
  abstract double divergence(double p, double q);

  /**
   * Pools nodes by their most probable class.
   *
   * @param logits a row per node
   */
  PooledNodes pool(Matrix logits) {
    int classes = logits.cols();
    int[] classOf = new int[logits.rows()];
    int[] sizes = new int[classes];
    for (int r = 0; r < logits.rows(); r++) {
      classOf[r] = largest(row(logits, r));
      sizes[classOf[r]]++;
    }
    int[] groupOf = new int[classes];
    int groups = 0;
    for (int k = 0; k < classes; k++) {
      groupOf[k] = sizes[k] > 0 ? groups++ : -1;
    }
    double[] share = new double[groups];
    for (int k = 0; k < classes; k++) {
      if (sizes[k] > 0) {
        share[groupOf[k]] = (double) sizes[k] / logits.rows();
      }
    }
    return new PooledNodes(Arrays.stream(classOf).map(k -> groupOf[k]).toArray(), share);
  }

  private static int largest(double... values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] > values[largest]) {
        largest = i;
      }
    }
    return largest;
  }

  /** The probabilities of each row of logits. */
  double[][] probabilities(Matrix logits) {
    double[][] probabilities = new double[logits.rows()][];
    for (int r = 0; r < probabilities.length; r++) {
      probabilities[r] = row(logits, r);
      believe(probabilities[r]);
    }
    return probabilities;
  }

  /**
   * The mean over all nodes of KL(target ‖ believed) of their groups, and its gradient.
   *
   * @param targets by group
   */
  double distance(PooledNodes pooled, double[][] targets, Matrix logits, Matrix grad) {
    double[][] all = probabilities(logits);
    double sum = 0;
    for (int g = 0; g < pooled.groups(); g++) {
      double[] believed = all[g];
      double[] wanted = targets[g];
      for (int c = 0; c < wanted.length; c++) {
        sum += pooled.share()[g] * divergence(wanted[c], Math.clamp(believed[c], LEAST, 1 - LEAST));
        grad.data()
            .set(
                JAVA_FLOAT,
                g * grad.rowBytes() + (long) c * Float.BYTES,
                (float) (pooled.share()[g] * (believed[c] - wanted[c])));
      }
    }
    return sum;
  }

  private static double[] row(Matrix elements, int row) {
    double[] values = new double[elements.cols()];
    for (int c = 0; c < values.length; c++) {
      values[c] =
          elements.data().get(JAVA_FLOAT, row * elements.rowBytes() + (long) c * Float.BYTES);
    }
    return values;
  }
}
