package dev.atoll.graph.generate;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import java.util.stream.IntStream;

/**
 * The simplest of learners: the class whose training nodes have the nearest mean. With equal noise
 * in all directions it is the best linear one.
 */
final class NearestCentre {
  private final float[][] rows;
  private final Labels.Single labels;
  private final Split split;

  private NearestCentre(float[][] rows, Labels.Single labels, Split split) {
    this.rows = rows;
    this.labels = labels;
    this.split = split;
  }

  static NearestCentre of(Dataset data) {
    var features = (Features.Dense) data.features().orElseThrow();
    int width = features.width();
    float[][] rows = new float[(int) features.rows()][width];
    for (int node = 0; node < rows.length; node++) {
      for (int column = 0; column < width; column++) {
        rows[node][column] =
            features.data().getAtIndex(JAVA_FLOAT_UNALIGNED, (long) node * width + column);
      }
    }
    return new NearestCentre(
        rows, (Labels.Single) data.labels().orElseThrow(), data.splits().get("split"));
  }

  /** A copy in which every row is the mean of itself and its neighbours. */
  NearestCentre averaged(CsrGraph graph) {
    float[][] means =
        IntStream.range(0, rows.length)
            .parallel()
            .mapToObj(node -> mean(graph, node))
            .toArray(float[][]::new);
    return new NearestCentre(means, labels, split);
  }

  private float[] mean(CsrGraph graph, int node) {
    float[] sum = rows[node].clone();
    long degree = graph.inDegree(node);
    for (long i = 0; i < degree; i++) {
      float[] neighbor = rows[graph.inNeighbor(node, i)];
      for (int column = 0; column < sum.length; column++) {
        sum[column] += neighbor[column];
      }
    }
    for (int column = 0; column < sum.length; column++) {
      sum[column] /= degree + 1;
    }
    return sum;
  }

  /** The share of test nodes whose class is found. */
  double score() {
    float[][] centres = centres();
    long[] test = split.nodes(Split.TEST);
    long found =
        IntStream.range(0, test.length)
            .parallel()
            .filter(i -> nearest(centres, rows[(int) test[i]]) == labels.of(test[i]))
            .count();
    return (double) found / test.length;
  }

  private float[][] centres() {
    float[][] centres = new float[labels.classes()][rows[0].length];
    int[] members = new int[centres.length];
    for (long node : split.nodes(Split.TRAIN)) {
      float[] centre = centres[labels.of(node)];
      members[labels.of(node)]++;
      for (int column = 0; column < centre.length; column++) {
        centre[column] += rows[(int) node][column];
      }
    }
    for (int label = 0; label < centres.length; label++) {
      for (int column = 0; column < rows[0].length; column++) {
        centres[label][column] /= Math.max(1, members[label]);
      }
    }
    return centres;
  }

  private static int nearest(float[][] centres, float[] row) {
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int label = 0; label < centres.length; label++) {
      double distance = 0;
      for (int column = 0; column < row.length; column++) {
        float off = row[column] - centres[label][column];
        distance += off * off;
      }
      if (distance < least) {
        least = distance;
        best = label;
      }
    }
    return best;
  }
}
