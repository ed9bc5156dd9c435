package dev.atoll.train.sampling.dgs.explain;

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
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Trains masks over remote nodes and feature columns so that the predictions for contracted nodes
 * stay what they are without masks:
 *
 * <pre>
 *   minimise  Σ_g |g|/n · KL(q_g(1, 1) ‖ q_g(m, f))      while the means of m and f are fixed
 * </pre>
 *
 * q_g is the prediction for the node that the own nodes of group g are contracted to, m the masks
 * of remote nodes, f those of columns. Both sides are of the same node. A contracted node reads
 * means of many rows, in which noise cancels, so the model is surer of it than of real nodes: with
 * their predictions as the target the best masks would be those that hide what matters.
 *
 * <p>GNNExplainer adds sizes and entropies of both masks instead of fixing their means; over the
 * many remote nodes of a part such sums would drown the prediction.
 */
final class Explainer implements AutoCloseable {
  private final ExplainSpec spec;
  private final Backend backend;
  private final Workspace workspace;
  private final Model model;
  private final MaskedModel masked;
  private final ExplanationGraph graph;
  private final ClassProbabilities prediction;

  /** The bytes of the last explanation's graph. */
  private volatile long starBytes;

  /**
   * @param backend of the host, used by one thread at a time
   * @param model of the same shape as the one that is trained, in the backend's memory; it is
   *     overwritten
   * @param masked a copy of it for masks
   */
  Explainer(
      ExplainSpec spec,
      Backend backend,
      Model model,
      MaskedModel masked,
      ExplanationGraph graph,
      ClassProbabilities prediction) {
    this.spec = spec;
    this.backend = backend;
    this.workspace = backend.newWorkspace();
    this.model = model;
    this.masked = masked;
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
    load(weights);
    PooledNodes pooled = pool();
    int[] dealt = graph.portion(number, spec.portion());
    Mask nodes = from.nodes().copy();
    Mask columns = from.columns().copy();
    int[] allColumns = columns.all();
    var losses = new ArrayList<Double>();
    try (ExplanationBatch star = star(pooled, dealt)) {
      starBytes = star.heldBytes();
      double[][] targets = unmasked(star, dealt.length, columns.size());
      double ofEqual = lossOfEqualMasks(star, pooled, targets, dealt.length, columns.size());
      double loss = Double.POSITIVE_INFINITY;
      while (!spec.isEnough(losses.size(), loss, ofEqual) && !stopped.getAsBoolean()) {
        float[] ofNodes = new float[dealt.length];
        float[] ofColumns = new float[columns.size()];
        float[] openNodes = nodes.values(dealt);
        float[] openColumns = columns.values();
        loss = evaluate(star, pooled, targets, openNodes, openColumns, ofNodes, ofColumns);
        losses.add(loss);
        nodes.step(dealt, openNodes, ofNodes, spec.rate());
        columns.step(allColumns, openColumns, ofColumns, spec.rate());
      }
    }
    return new Explanation(new Masks(nodes, columns), losses);
  }

  /** Takes the weights of the model that is explained. */
  void load(List<MemorySegment> weights) {
    List<Parameter> parameters = model.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      backend.upload(weights.get(i), parameters.get(i).value());
    }
    masked.load(weights);
  }

  /** The explanation graph with some remote nodes. */
  ExplanationBatch star(PooledNodes pooled, int... dealt) {
    return graph.star(pooled, masked.setsRemoteApart(), dealt);
  }

  /**
   * The predictions without masks: what masked ones should be.
   *
   * @param remote nodes of the graph
   * @return by group
   */
  double[][] unmasked(ExplanationBatch star, int remote, int width) {
    float[] nodes = new float[remote];
    float[] columns = new float[width];
    Arrays.fill(nodes, 1);
    Arrays.fill(columns, 1);
    return prediction.probabilities(logits(star, nodes, columns).value());
  }

  private double lossOfEqualMasks(
      ExplanationBatch star, PooledNodes pooled, double[][] targets, int remote, int width) {
    Masks equal = spec.masks(remote, width);
    Var logits = logits(star, equal.nodes().values(), equal.columns().values());
    Matrix unused = workspace.matrix(logits.rows(), logits.cols());
    return prediction.distance(pooled, targets, logits.value(), unused);
  }

  private Var logits(ExplanationBatch star, float[] nodes, float... columns) {
    star.mask(nodes);
    masked.mask(columns);
    workspace.reset();
    return masked.forward(Tape.recording(backend.kernels(), workspace), star);
  }

  /**
   * The loss of the predictions under some masks; adds its gradient.
   *
   * @param targets by group
   */
  double evaluate(
      ExplanationBatch star,
      PooledNodes pooled,
      double[][] targets,
      float[] nodes,
      float[] columns,
      float[] ofNodes,
      float[] ofColumns) {
    Var logits = logits(star, nodes, columns);
    Matrix grad = workspace.matrix(logits.rows(), logits.cols());
    double loss = prediction.distance(pooled, targets, logits.value(), grad);
    logits.tape().backward(logits, grad);
    star.addGradients(ofNodes);
    masked.addGradients(ofColumns);
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
}
