package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.train.halo.pipegcn.Smoothed;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.util.Map;

/**
 * PipeGCN by its definition, on one worker in double precision: a GCN of three layers with gradient
 * descent. In every layer but the first, neighbours of other parts count as they were in the last
 * epoch, and so do the gradients they send back.
 *
 * <p>{@code aggregate(x) = A_in·x + A_out·x̃}, backward {@code A_inᵀ·g + A_outᵀ·g̃}, where x̃ and
 * g̃ are the values of the last epoch, or averages {@code x̃ = γ·x̃ + (1 − γ)·x}. The narrower of
 * {@code H} and {@code H·W} is aggregated.
 */
final class PipegcnReference {
  private static final int LAYERS = 3;

  private final CsrGraph graph;
  private final Partitioning parts;
  private final boolean lags;
  private final Smoothed smoothed;
  private final double decay;
  private final double[][] input;
  private final int[] label;
  private final boolean[] trains;
  private final double[][][] weight = new double[LAYERS][][];
  private final double[][] bias = new double[LAYERS][];
  private final double[][][] staleRows = new double[LAYERS][][];
  private final double[][][] staleGradients = new double[LAYERS][][];
  private final double[][][] nextRows = new double[LAYERS][][];
  private final double[][][] nextGradients = new double[LAYERS][][];

  PipegcnReference(
      Dataset data,
      Partitioning parts,
      Map<String, Tensor> weights,
      int lag,
      Smoothed smoothed,
      double decay) {
    this.graph = data.graph();
    this.parts = parts;
    this.lags = lag > 0;
    this.smoothed = smoothed;
    this.decay = decay;
    int nodes = graph.nodeCount();
    var features = (Features.Dense) data.features().orElseThrow();
    this.input = new double[nodes][features.width()];
    this.label = new int[nodes];
    this.trains = new boolean[nodes];
    var labels = (Labels.Single) data.labels().orElseThrow();
    Split split = data.splits().get("split");
    for (int v = 0; v < nodes; v++) {
      for (int c = 0; c < input[v].length; c++) {
        long at = (long) v * features.width() + c;
        input[v][c] = features.data().get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES);
      }
      label[v] = labels.of(v);
      trains[v] = split.role(v) == Split.TRAIN;
    }
    for (int l = 0; l < LAYERS; l++) {
      weight[l] = matrix(weights.get("layers." + l + ".weight"));
      bias[l] = matrix(weights.get("layers." + l + ".bias"))[0];
    }
  }

  private static double[][] matrix(Tensor tensor) {
    double[][] elements = new double[tensor.rows()][tensor.cols()];
    for (int r = 0; r < tensor.rows(); r++) {
      for (int c = 0; c < tensor.cols(); c++) {
        long at = (long) r * tensor.cols() + c;
        elements[r][c] = tensor.elements().get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES);
      }
    }
    return elements;
  }

  /** Trains an epoch, and returns its loss. */
  double epoch(double rate) {
    double[][][] in = new double[LAYERS + 1][][];
    double[][][] out = new double[LAYERS][][];
    double[][][] aggregated = new double[LAYERS][][];
    in[0] = input;
    for (int l = 0; l < LAYERS; l++) {
      if (first(l)) {
        aggregated[l] = forward(l, in[l]);
        out[l] = times(aggregated[l], weight[l]);
      } else {
        out[l] = forward(l, times(in[l], weight[l]));
      }
      for (double[] row : out[l]) {
        for (int c = 0; c < row.length; c++) {
          row[c] += bias[l][c];
        }
      }
      in[l + 1] = l < LAYERS - 1 ? relu(out[l]) : out[l];
    }
    double[][] gradient = new double[input.length][];
    double loss = loss(out[LAYERS - 1], gradient);
    for (int l = LAYERS - 1; l >= 0; l--) {
      double[][] ofWeight;
      double[][] ofInput;
      if (first(l)) {
        ofWeight = transposedTimes(aggregated[l], gradient);
        ofInput = backward(l, timesTransposed(gradient, weight[l]));
      } else {
        double[][] ofProduct = backward(l, gradient);
        ofWeight = transposedTimes(in[l], ofProduct);
        ofInput = timesTransposed(ofProduct, weight[l]);
      }
      step(weight[l], ofWeight, rate);
      step(new double[][] {bias[l]}, new double[][] {columnSums(gradient)}, rate);
      if (l > 0) {
        gradient = throughRelu(out[l - 1], ofInput);
      }
    }
    for (int l = 1; l < LAYERS; l++) {
      boolean rows = smoothed == Smoothed.FEATURES || smoothed == Smoothed.BOTH;
      boolean gradients = smoothed == Smoothed.GRADIENTS || smoothed == Smoothed.BOTH;
      staleRows[l] = merged(staleRows[l], nextRows[l], rows);
      staleGradients[l] = merged(staleGradients[l], nextGradients[l], gradients);
    }
    return loss;
  }

  /** Whether a layer aggregates before it multiplies. */
  private boolean first(int layer) {
    return layer == 0 || weight[layer].length <= weight[layer][0].length;
  }

  private double[][] merged(double[][] stale, double[][] now, boolean smooths) {
    if (stale == null || !smooths) {
      return now;
    }
    double[][] average = new double[now.length][now[0].length];
    for (int v = 0; v < now.length; v++) {
      for (int c = 0; c < now[v].length; c++) {
        average[v][c] = decay * stale[v][c] + (1 - decay) * now[v][c];
      }
    }
    return average;
  }

  private double[][] forward(int layer, double[][] x) {
    nextRows[layer] = x;
    boolean stale = lags && layer > 0 && staleRows[layer] != null;
    return spread(x, stale ? staleRows[layer] : x, false);
  }

  private double[][] backward(int layer, double[][] g) {
    nextGradients[layer] = g;
    boolean stale = lags && layer > 0 && staleGradients[layer] != null;
    return spread(g, stale ? staleGradients[layer] : g, true);
  }

  /** Sums over in-edges of every node, or transposed, with rows of other parts from elsewhere. */
  private double[][] spread(double[][] own, double[][] others, boolean transposed) {
    double[][] sum = new double[own.length][own[0].length];
    for (int v = 0; v < own.length; v++) {
      add(sum[v], 1.0 / (graph.inDegree(v) + 1), own[v]);
      for (long e = 0; e < graph.inDegree(v); e++) {
        int u = graph.inNeighbor(v, e);
        double norm = 1 / Math.sqrt((graph.inDegree(v) + 1.0) * (graph.inDegree(u) + 1.0));
        int from = transposed ? v : u;
        int to = transposed ? u : v;
        add(sum[to], norm, parts.partOf(u) == parts.partOf(v) ? own[from] : others[from]);
      }
    }
    return sum;
  }

  private double loss(double[][] scores, double[][] gradient) {
    int count = 0;
    for (boolean train : trains) {
      count += train ? 1 : 0;
    }
    double loss = 0;
    for (int v = 0; v < scores.length; v++) {
      gradient[v] = new double[scores[v].length];
      if (!trains[v]) {
        continue;
      }
      double sum = 0;
      for (double score : scores[v]) {
        sum += Math.exp(score);
      }
      loss += (Math.log(sum) - scores[v][label[v]]) / count;
      for (int c = 0; c < scores[v].length; c++) {
        double share = Math.exp(scores[v][c]) / sum;
        gradient[v][c] = (share - (c == label[v] ? 1 : 0)) / count;
      }
    }
    return loss;
  }

  private static void add(double[] sum, double factor, double[] row) {
    for (int c = 0; c < sum.length; c++) {
      sum[c] += factor * row[c];
    }
  }

  private static double[][] relu(double[][] x) {
    double[][] y = new double[x.length][x[0].length];
    for (int v = 0; v < x.length; v++) {
      for (int c = 0; c < x[v].length; c++) {
        y[v][c] = Math.max(0, x[v][c]);
      }
    }
    return y;
  }

  private static double[][] throughRelu(double[][] x, double[][] gradient) {
    double[][] y = new double[x.length][x[0].length];
    for (int v = 0; v < x.length; v++) {
      for (int c = 0; c < x[v].length; c++) {
        y[v][c] = x[v][c] > 0 ? gradient[v][c] : 0;
      }
    }
    return y;
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] product = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        add(product[i], a[i][k], b[k]);
      }
    }
    return product;
  }

  private static double[][] transposedTimes(double[][] a, double[][] b) {
    double[][] product = new double[a[0].length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < product.length; k++) {
        add(product[k], a[i][k], b[i]);
      }
    }
    return product;
  }

  private static double[][] timesTransposed(double[][] a, double[][] b) {
    double[][] transposed = new double[b[0].length][b.length];
    for (int i = 0; i < b.length; i++) {
      for (int k = 0; k < transposed.length; k++) {
        transposed[k][i] = b[i][k];
      }
    }
    return times(a, transposed);
  }

  private static double[] columnSums(double[][] x) {
    double[] sums = new double[x[0].length];
    for (double[] row : x) {
      add(sums, 1, row);
    }
    return sums;
  }

  private static void step(double[][] value, double[][] gradient, double rate) {
    for (int r = 0; r < value.length; r++) {
      add(value[r], -rate, gradient[r]);
    }
  }
}
