package dev.atoll.train.batch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.Labels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The focal loss against its definition, and its gradient against differences. */
class FocalLossTest {
  private static final int[] CLASSES = {0, 2, 1, 2};
  private static final float[] WEIGHTS = {2, 0.5f, 1};
  private static final float[] LOGITS = {
    0.3f, -1, 0.4f, 2, 0.1f, -0.6f, -0.2f, 0.8f, 1.1f, 0.5f, 0.5f, 3
  };

  @Test
  void lossAndGradientAreTheDefinition() {
    for (float gamma : new float[] {0.5f, 1, 2}) {
      float[] gradient = new float[LOGITS.length];
      double loss = evaluate(gamma, LOGITS, gradient);
      assertEquals(defined(gamma, LOGITS), loss, 1e-6);
      for (int i = 0; i < LOGITS.length; i++) {
        float[] more = LOGITS.clone();
        float[] less = LOGITS.clone();
        more[i] += 1e-2f;
        less[i] -= 1e-2f;
        double slope = (defined(gamma, more) - defined(gamma, less)) / (more[i] - less[i]);
        assertEquals(slope, gradient[i], 2e-5, "gamma " + gamma + " at " + i);
      }
    }
  }

  private static double evaluate(float gamma, float[] logits, float[] gradient) {
    try (var cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace()) {
      var labels = new Labels.Single(4, 3, MemorySegment.ofArray(CLASSES));
      var source = new BatchLoss.Source(labels, cpu, WEIGHTS, gamma);
      BatchLoss loss = source.of(new long[] {0, 1, 2, 3}, memory, 4);
      Matrix rows = memory.matrix(4, 3);
      Matrix grad = memory.matrix(4, 3);
      Matrix value = memory.matrix(1, 1);
      cpu.upload(MemorySegment.ofArray(logits), rows);
      loss.evaluate(cpu.kernels(), rows, value, grad);
      cpu.download(grad, MemorySegment.ofArray(gradient));
      MemorySegment found = MemorySegment.ofArray(new float[1]);
      cpu.download(value, found);
      return found.get(JAVA_FLOAT, 0);
    }
  }

  private static double defined(float gamma, float[] logits) {
    double sum = 0;
    for (int row = 0; row < CLASSES.length; row++) {
      double total = 0;
      for (int c = 0; c < 3; c++) {
        total += Math.exp(logits[3 * row + c]);
      }
      double p = Math.exp(logits[3 * row + CLASSES[row]]) / total;
      sum -= WEIGHTS[CLASSES[row]] * Math.pow(1 - p, gamma) * Math.log(p);
    }
    return sum / CLASSES.length;
  }
}
