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
 * Trains masks over remote nodes and feature columns so that the predictions for contracted nodes
 * under them stay close to the predictions for the worker's own nodes:
 *
 * <pre>
 *   minimise  Σ_g |g|/n · KL(p_g ‖ q_g(m, f))      while the means of m and f are fixed
 * </pre>
 *
 * p_g is the mean prediction of the own nodes of group g, q_g the prediction for the node that they
 * are contracted to, m the masks of remote nodes, f those of columns. GNNExplainer adds sizes and
 * entropies of both masks instead of fixing their means; over the many remote nodes of a part such
 * sums would drown the prediction.
 *
 * <p>The column mask multiplies the rows of the first layer's weights, which equals multiplying the
 * columns of the features and also works for sparse features.
 */
final class Explainer implements AutoCloseable {
  private final ExplainSpec spec;
  private final Backend backend;
  private final Workspace workspace;
  private final Model model;
  private final ExplanationGraph graph;
  private final ClassProbabilities prediction;

  /** The bytes of the last explanation's graph. */
  private volatile long starBytes;

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
   * Continues from the masks of an earlier explanation.
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
    PooledNodes pooled = pool();
    var inputWeights = model.inputWeights().stream().map(ScaledRows::new).toList();
    int[] dealt = graph.portion(number, spec.portion());
    Mask nodes = from.nodes().copy();
    Mask columns = from.columns().copy();
    int[] allColumns = columns.all();
    var losses = new ArrayList<Double>();
    try (ExplanationBatch star = star(pooled, dealt)) {
      starBytes = star.heldBytes();
      double loss = Double.POSITIVE_INFINITY;
      while (losses.size() < spec.epochs() && loss > spec.loss() && !stopped.getAsBoolean()) {
        float[] ofNodes = new float[dealt.length];
        float[] ofColumns = new float[columns.size()];
        float[] openNodes = nodes.values(dealt);
        float[] openColumns = columns.values();
        loss = evaluate(star, pooled, openNodes, openColumns, inputWeights, ofNodes, ofColumns);
        losses.add(loss);
        nodes.step(dealt, openNodes, ofNodes, spec.rate());
        columns.step(allColumns, openColumns, ofColumns, spec.rate());
      }
    }
    return new Explanation(new Masks(nodes, columns), losses);
  }

  /** The explanation graph with some remote nodes. */
  ExplanationBatch star(PooledNodes pooled, int... dealt) {
    return graph.star(pooled, dealt);
  }

  /** The loss of the predictions under some masks; adds its gradient. */
  double evaluate(
      ExplanationBatch star,
      PooledNodes pooled,
      float[] nodes,
      float[] columns,
      List<ScaledRows> inputWeights,
      float[] ofNodes,
      float[] ofColumns) {
    star.mask(nodes);
    inputWeights.forEach(weights -> weights.scale(columns));
    workspace.reset();
    var tape = Tape.recording(backend.kernels(), workspace);
    Var logits = model.forward(tape, star, Pass.INFERENCE);
    Matrix grad = workspace.matrix(logits.rows(), logits.cols());
    double loss = prediction.distance(pooled, logits.value(), grad);
    tape.backward(logits, grad);
    star.addGradients(ofNodes);
    inputWeights.forEach(weights -> weights.addGradients(ofColumns));
    return loss;
  }

  /** Pools own nodes by their predictions. */
  PooledNodes pool() {
    workspace.reset();
    Var logits =
        model.forward(Tape.inference(backend.kernels(), workspace), graph.local(), Pass.INFERENCE);
    return prediction.pool(logits.value());
  }

  long heldBytes() {
    return workspace.heldBytes() + graph.heldBytes() + starBytes;
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
