package dev.atoll.train.sampling;

import dev.atoll.graph.sample.draw.LocalBias;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import java.util.Optional;

/** How the neighbours of a batch's nodes are drawn: a policy by name. */
public sealed interface Sampling {
  /** How many nodes every layer has, where that is what is drawn. */
  default Optional<LayerSizes> sizes() {
    return switch (this) {
      case FastGcn of -> Optional.of(of.layers());
      case Ladies of -> Optional.of(of.layers());
      default -> Optional.empty();
    };
  }

  /** Up to a fanout of neighbours of every node, all alike, in one fused pass. */
  record Uniform() implements Sampling {}

  /** The same batches as {@link Uniform}, in separate passes: the baseline of the fused kernel. */
  record Unfused() implements Sampling {}

  /**
   * DGS: up to a fanout of neighbours of every node, fewer of them remote, those by how much they
   * matter to the worker's predictions.
   *
   * @param deviation the share of draws that goes to local neighbours instead of remote ones (ε)
   * @param corrected whether picks weigh 1 / probability, which keeps sums unbiased; all alike as
   *     published
   */
  record Dgs(double deviation, boolean corrected) implements Sampling {
    public Dgs {
      LocalBias.checkDeviation(deviation);
    }
  }

  /**
   * FastGCN: so many nodes per layer for all targets together, by a weight they have in every
   * batch.
   *
   * @param norm 2 when the weight is the square of the norm of a node's column, as published; 1 for
   *     the norm itself, as in the authors' program
   */
  record FastGcn(LayerSizes layers, int norm) implements Sampling {}

  /**
   * LADIES: so many nodes per layer for all targets together, by what these targets read of them.
   */
  record Ladies(LayerSizes layers) implements Sampling {}

  /**
   * ClusterGCN: a step sees some clusters of the graph, and the links among them.
   *
   * @param count clusters of the whole graph, 0 for one per {@value #NODES_PER_CLUSTER} nodes;
   *     every worker cuts its own part into its share of them
   * @param perStep clusters that a worker takes in a step
   */
  record Clusters(int count, int perStep) implements Sampling {
    /** As the authors cut Reddit. */
    private static final int NODES_PER_CLUSTER = 150;

    public Clusters {
      if (count < 0 || perStep < 1) {
        throw new IllegalArgumentException(
            "sampler.clusters=%d, sampler.clustersPerStep=%d: expected 0 or more, and at least 1"
                .formatted(count, perStep));
      }
    }

    public int countFor(long nodes) {
      if (count > nodes) {
        throw new IllegalArgumentException(
            "sampler.clusters=%d: expected at most the %d nodes of the graph"
                .formatted(count, nodes));
      }
      return count > 0 ? count : (int) Math.max(1, nodes / NODES_PER_CLUSTER);
    }
  }

  /**
   * Up to a fanout of neighbours of every node, those whose rows are near more likely than others
   * (Song and Jiang 2022), and corrected for that.
   *
   * @param scale how many times as likely; {@link #ADAPTIVE} to find it epoch by epoch
   * @param computeCost what a node of a batch costs to compute, reading a far row being 1; what the
   *     adaptive scale decides by
   */
  record LocalAware(double scale, double computeCost) implements Sampling {
    /** Doubled or halved from epoch to epoch, by what was read from where. */
    public static final double ADAPTIVE = 0;

    public LocalAware {
      if (!(scale == ADAPTIVE || scale >= 1)) {
        throw new IllegalArgumentException(
            "sampler.scale=%s: expected 1 or more, or 0 for a scale that adapts".formatted(scale));
      }
    }

    public boolean adapts() {
      return scale == ADAPTIVE;
    }
  }
}
