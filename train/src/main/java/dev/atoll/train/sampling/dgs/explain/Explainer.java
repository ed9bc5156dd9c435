package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.Pass;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Trains masks over remote nodes and feature columns so that the prediction for v_G under them
 * stays what it is for the worker's own nodes, with as little open as possible (GNNExplainer's
 * objective):
 *
 * <pre>
 *   KL(p ‖ q(m, f)) + a₁·s·mean m + a₂·mean H(m) + b₁·mean f + b₂·mean H(f)
 * </pre>
 *
 * p is the mean prediction of own nodes, q the prediction for v_G, m the masks of nodes, f those of
 * columns. GNNExplainer sums m over the edges of one node's neighbourhood, a₁ = 0.005 each; over
 * the many remote nodes of a part that sum would drown the prediction, so it is capped at s = 200.
 *
 * <p>The column mask multiplies the rows of the first layer's weights, which is the same as
 * multiplying the columns of the features and works for sparse ones, too.
 */
final class Explainer implements AutoCloseable {
  private static final double NODE_SIZE = 0.005;
  private static final int NODE_SIZE_CAP = 200;
  private static final double NODE_ENTROPY = 1;
  private static final double COLUMN_SIZE = 1;
  private static final double COLUMN_ENTROPY = 0.1;

  private final ExplainSpec spec;
  private final Backend backend;
  private final Workspace workspace;
  private final Model model;
  private final ExplanationGraph graph;
  private final ClassProbabilities prediction;

  /**
   * @param backend of the host, used by one thread at a time
   * @param model of the same shape as the one that is trained, in the backend's memory; it is
   *     overwritten
   */
  Explainer(
      ExplainSpec spec,
      Backend backend,
      Model model,
      ExplanationGraph graph,
      ClassProbabilities prediction) {
    this.spec = spec;
    this.backend = backend;
    this.workspace = backend.newWorkspace();
    this.model = model;
    this.graph = graph;
    this.prediction = prediction;
  }

  /**
   * Goes on from masks that an earlier explanation has left.
   *
   * @param number of the explanation: which remote nodes it has, where it cannot have all
   * @param weights the elements of the model's parameters, in their order
   * @param stopped whether the result is no longer needed
   */
  Explanation explain(
      long number, List<MemorySegment> weights, Masks from, BooleanSupplier stopped) {
    List<Parameter> parameters = model.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      backend.upload(weights.get(i), parameters.get(i).value());
    }
    double[] wanted = localPrediction();
    var inputWeights = model.inputWeights().stream().map(ScaledRows::new).toList();
    int[] dealt = graph.star().nextSubset(number);
    Mask nodes = from.nodes().copy();
    Mask columns = from.columns().copy();
    int[] allColumns = columns.all();
    double nodeSize = NODE_SIZE * Math.min(NODE_SIZE_CAP, dealt.length);
    var losses = new ArrayList<Double>();
    int steps = from.steps();
    for (int epoch = 0; epoch < spec.epochs() && !stopped.getAsBoolean(); epoch++) {
      float[] ofNodes = new float[dealt.length];
      float[] ofColumns = new float[columns.size()];
      float[] open = nodes.values(dealt);
      double loss = evaluate(open, columns.values(), inputWeights, wanted, ofNodes, ofColumns);
      losses.add(loss);
      double whole =
          loss
              + nodes.penalty(dealt, nodeSize, NODE_ENTROPY)
              + columns.penalty(allColumns, COLUMN_SIZE, COLUMN_ENTROPY);
      if (whole <= spec.loss()) {
        break;
      }
      steps++;
      nodes.step(dealt, ofNodes, nodeSize, NODE_ENTROPY, spec.rate(), steps);
      columns.step(allColumns, ofColumns, COLUMN_SIZE, COLUMN_ENTROPY, spec.rate(), steps);
    }
    return new Explanation(new Masks(nodes, columns, steps), losses);
  }

  /** The loss of the prediction under some masks; adds its gradient. */
  double evaluate(
      float[] nodes,
      float[] columns,
      List<ScaledRows> inputWeights,
      double[] wanted,
      float[] ofNodes,
      float[] ofColumns) {
    StarBatch star = graph.star();
    star.mask(nodes);
    inputWeights.forEach(weights -> weights.scale(columns));
    workspace.reset();
    var tape = Tape.recording(backend.kernels(), workspace);
    Var logits = model.forward(tape, star, Pass.INFERENCE);
    Matrix grad = workspace.matrix(1, logits.cols());
    double loss = prediction.distance(wanted, logits.value(), grad);
    tape.backward(logits, grad);
    star.addGradients(ofNodes);
    inputWeights.forEach(weights -> weights.addGradients(ofColumns));
    return loss;
  }

  private double[] localPrediction() {
    workspace.reset();
    Var logits =
        model.forward(Tape.inference(backend.kernels(), workspace), graph.local(), Pass.INFERENCE);
    return prediction.mean(logits.value());
  }

  long heldBytes() {
    return workspace.heldBytes();
  }

  @Override
  public void close() {
    workspace.close();
  }

  /** Input weights with their rows multiplied by the mask of columns. */
  static final class ScaledRows {
    private final Parameter parameter;
    private final float[][] plain;

    ScaledRows(Parameter parameter) {
      this.parameter = parameter;
      Matrix value = parameter.value();
      this.plain = new float[value.rows()][value.cols()];
      for (int r = 0; r < plain.length; r++) {
        MemorySegment.copy(
            value.data(), JAVA_FLOAT, r * value.rowBytes(), plain[r], 0, value.cols());
      }
    }

    private void scale(float... factors) {
      Matrix value = parameter.value();
      float[] row = new float[value.cols()];
      for (int r = 0; r < plain.length; r++) {
        for (int c = 0; c < row.length; c++) {
          row[c] = plain[r][c] * factors[r];
        }
        MemorySegment.copy(row, 0, value.data(), JAVA_FLOAT, r * value.rowBytes(), row.length);
      }
    }

    private void addGradients(float... ofFactors) {
      Matrix grad = parameter.grad();
      for (int r = 0; r < plain.length; r++) {
        double sum = 0;
        for (int c = 0; c < plain[r].length; c++) {
          long at = r * grad.rowBytes() + (long) c * Float.BYTES;
          sum += (double) plain[r][c] * grad.data().get(JAVA_FLOAT, at);
        }
        ofFactors[r] += (float) sum;
      }
    }
  }
}
