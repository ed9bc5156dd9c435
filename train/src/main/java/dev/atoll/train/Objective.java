package dev.atoll.train;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/** What training makes small. */
public sealed interface Objective {
  /** Writes the loss of a batch's outputs, one row per target, and its gradient. */
  void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad);

  /** One class per node: mean cross entropy of the softmax. */
  record OneLabel(Buffer labels, float scale) implements Objective {
    @Override
    public void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad) {
      kernels.softmaxCrossEntropy(logits, labels, null, scale, loss, grad);
    }
  }

  /** Any number of classes per node: mean binary cross entropy of every class. */
  record ManyLabels(Matrix targets, float scale) implements Objective {
    @Override
    public void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad) {
      kernels.sigmoidCrossEntropy(logits, targets, scale, loss, grad);
    }
  }
}
