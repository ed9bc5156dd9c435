package dev.atoll.train.batch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Labels;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The loss of a batch: a function of the outputs for its targets. */
public sealed interface BatchLoss {
  /** Writes the loss of a batch's outputs, one row per target, and its gradient. */
  void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad);

  /**
   * The loss with a factor per target.
   *
   * @param weights float32
   * @throws IllegalArgumentException where targets cannot be weighed
   */
  default BatchLoss weighted(Buffer weights) {
    throw new IllegalArgumentException(
        "weights of targets: expected a loss with one class per node; take a sampler that weighs"
            + " all nodes equally, such as uniform");
  }

  /**
   * The mean cross entropy of the softmax, for one class per node.
   *
   * @param weights a factor per target; null for ones
   */
  record OneLabel(Buffer labels, Buffer weights, float scale) implements BatchLoss {
    public OneLabel(Buffer labels, float scale) {
      this(labels, null, scale);
    }

    @Override
    public BatchLoss weighted(Buffer newWeights) {
      if (weights != null) {
        throw new IllegalArgumentException(
            "loss.classWeights with a sampler that weighs nodes itself; take another sampler, such"
                + " as uniform, or loss.classWeights=none");
      }
      return new OneLabel(labels, newWeights, scale);
    }

    @Override
    public void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad) {
      kernels.softmaxCrossEntropy(logits, labels, weights, scale, loss, grad);
    }
  }

  /**
   * The focal loss for one class per node: the cross entropy times (1 − p)^gamma, where p is the
   * probability of the node's class. Its gradient is the gradient of the cross entropy times (1 −
   * p)^gamma − gamma·(1 − p)^(gamma − 1)·p·log p, a factor per target.
   *
   * @param classes of the targets
   * @param ofClass the weight of each class; null for ones
   * @param factors buffer for the factor of each target
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Focal(
      int[] classes,
      float[] ofClass,
      float gamma,
      Buffer labels,
      Buffer factors,
      float scale,
      Backend backend)
      implements BatchLoss {
    @Override
    public void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad) {
      try (Arena passing = Arena.ofConfined()) {
        int width = logits.cols();
        MemorySegment rows = passing.allocate(JAVA_FLOAT, (long) logits.rows() * width);
        backend.download(logits, rows);
        MemorySegment host = passing.allocate(JAVA_FLOAT, Math.max(1, classes.length));
        double sum = 0;
        for (int row = 0; row < classes.length; row++) {
          double log = logProbability(rows, row, width, classes[row]);
          double p = StrictMath.exp(log);
          double weight = ofClass == null ? 1 : ofClass[classes[row]];
          double easy = StrictMath.pow(1 - p, gamma);
          double slope = p == 1 ? 0 : gamma * StrictMath.pow(1 - p, gamma - 1) * p * log;
          sum -= weight * easy * log;
          host.setAtIndex(JAVA_FLOAT, row, (float) (weight * (easy - slope)));
        }
        backend.upload(host.asSlice(0, (long) classes.length * Float.BYTES), factors);
        kernels.softmaxCrossEntropy(logits, labels, factors, scale, loss, grad);
        kernels.fill((float) (scale * sum), loss);
      }
    }

    private static double logProbability(MemorySegment rows, int row, int width, int label) {
      double max = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < width; c++) {
        max = Math.max(max, rows.getAtIndex(JAVA_FLOAT, (long) row * width + c));
      }
      double sum = 0;
      for (int c = 0; c < width; c++) {
        sum += StrictMath.exp(rows.getAtIndex(JAVA_FLOAT, (long) row * width + c) - max);
      }
      return rows.getAtIndex(JAVA_FLOAT, (long) row * width + label) - max - StrictMath.log(sum);
    }
  }

  /** Any number of classes per node: mean binary cross entropy of every class. */
  record ManyLabels(Matrix targets, float scale) implements BatchLoss {
    @Override
    public void evaluate(Kernels kernels, Matrix logits, Matrix loss, Matrix grad) {
      kernels.sigmoidCrossEntropy(logits, targets, scale, loss, grad);
    }
  }

  /**
   * Labels on their way to a device.
   *
   * @param classWeights the weight of each class; null for ones
   * @param gamma of the focal loss; 0 for cross entropy
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Source(Labels labels, Backend backend, float[] classWeights, float gamma) {
    public Source(Labels labels, Backend backend) {
      this(labels, backend, null, 0);
    }

    /**
     * The loss of targets that are some of a batch's nodes.
     *
     * @param targets whose labels count, in the dataset's own numbers
     * @param memory holds the labels
     * @param batchNodes the nodes of the batch on all workers together: the loss is their mean
     */
    public BatchLoss of(long[] targets, Workspace memory, long batchNodes) {
      return switch (labels) {
        case Labels.Single single -> one(single, targets, memory, 1f / batchNodes);
        case Labels.Multi multi ->
            new ManyLabels(
                marks(multi, targets, memory), 1f / ((float) batchNodes * multi.classes()));
      };
    }

    private BatchLoss one(Labels.Single single, long[] targets, Workspace memory, float scale) {
      Buffer classes = classes(single, targets, memory);
      if (classWeights == null && gamma == 0) {
        return new OneLabel(classes, scale);
      }
      Buffer factors = memory.buffer(DType.F32, targets.length);
      int[] own = Arrays.stream(targets).mapToInt(single::of).toArray();
      if (gamma > 0) {
        return new Focal(own, classWeights, gamma, classes, factors, scale, backend);
      }
      float[] weights = new float[own.length];
      for (int row = 0; row < own.length; row++) {
        weights[row] = classWeights[own[row]];
      }
      backend.upload(MemorySegment.ofArray(weights), factors);
      return new OneLabel(classes, factors, scale);
    }

    private Buffer classes(Labels.Single single, long[] targets, Workspace memory) {
      Buffer classes = memory.buffer(DType.I32, targets.length);
      try (Arena passing = Arena.ofConfined()) {
        MemorySegment elements = passing.allocate(JAVA_INT, targets.length);
        for (int row = 0; row < targets.length; row++) {
          elements.setAtIndex(JAVA_INT, row, label(single, targets[row]));
        }
        backend.upload(elements, classes);
      }
      return classes;
    }

    /** Kernels trust labels: they would write beside the gradient of a row. */
    private static int label(Labels.Single labels, long node) {
      int label = labels.of(node);
      if (label >= labels.classes()) {
        throw new BadDataException(
            "the label of node %d is %d: expected 0 to %d, or less than 0 where it is unknown"
                .formatted(node, label, labels.classes() - 1));
      }
      return label;
    }

    private Matrix marks(Labels.Multi multi, long[] targets, Workspace memory) {
      int width = multi.classes();
      Matrix marks = memory.matrix(targets.length, width);
      try (Arena passing = Arena.ofConfined()) {
        MemorySegment elements = passing.allocate(JAVA_FLOAT, (long) targets.length * width);
        for (int row = 0; row < targets.length; row++) {
          for (int c = 0; c < width; c++) {
            float mark = multi.has(targets[row], c) ? 1 : 0;
            elements.setAtIndex(JAVA_FLOAT, (long) row * width + c, mark);
          }
        }
        backend.upload(elements, marks);
      }
      return marks;
    }
  }
}
