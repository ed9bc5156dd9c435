package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;

/** Converts logits in host memory to class probabilities. */
enum ClassProbabilities {
  /** One class per node: a distribution over classes. */
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

  /** The mean of what is believed of all rows. */
  double[] mean(Matrix logits) {
    double[] mean = new double[logits.cols()];
    for (int r = 0; r < logits.rows(); r++) {
      double[] row = row(logits, r);
      believe(row);
      for (int c = 0; c < mean.length; c++) {
        mean[c] += row[c] / logits.rows();
      }
    }
    return mean;
  }

  /** KL(wanted ‖ believed) of the first row, and its gradient by the logits. */
  double distance(double[] wanted, Matrix logits, Matrix grad) {
    double[] believed = row(logits, 0);
    believe(believed);
    double sum = 0;
    for (int c = 0; c < wanted.length; c++) {
      sum += divergence(wanted[c], Math.clamp(believed[c], LEAST, 1 - LEAST));
      grad.data().setAtIndex(JAVA_FLOAT, c, (float) (believed[c] - wanted[c]));
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
