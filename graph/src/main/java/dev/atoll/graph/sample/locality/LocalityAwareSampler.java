package dev.atoll.graph.sample.locality;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.modified.DelegatingSampler;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Neighbour sampling that prefers nodes whose rows are cached, or that lead to such nodes (Song and
 * Jiang 2022, section 4). A target draws the usual number of neighbours, preferred ones with {@code
 * scale} times the probability of others; corrections keep sums unbiased. Scale 1 gives the batches
 * of {@link FusedSampler}, to the bit.
 */
public final class LocalityAwareSampler extends DelegatingSampler {
  private final Scale scale;

  /** The present scale, shared by the draws of all layers. */
  private static final class Scale implements DoubleSupplier {
    private volatile double factor = 1;

    @Override
    public double getAsDouble() {
      return factor;
    }
  }

  /**
   * Starts with scale 1.
   *
   * @param favoured the favoured nodes per layer, the output layer first; not copied
   */
  public LocalityAwareSampler(LocalNeighbors source, Fanouts fanouts, List<BitSet> favoured) {
    this(source, fanouts, favoured, new Scale());
  }

  private LocalityAwareSampler(
      LocalNeighbors source, Fanouts fanouts, List<BitSet> favoured, Scale scale) {
    super(new FusedSampler(sources(source, fanouts, favoured, scale), fanouts));
    this.scale = scale;
  }

  private static List<LocalNeighbors> sources(
      LocalNeighbors source, Fanouts fanouts, List<BitSet> favoured, Scale scale) {
    if (favoured.size() != fanouts.layers()) {
      throw new IllegalArgumentException(
          "%d sets of favoured nodes for %d layers: expected one per layer"
              .formatted(favoured.size(), fanouts.layers()));
    }
    return favoured.stream().map(set -> source.favouring(set, scale)).toList();
  }

  /** Sets the scale from the next batch on; 1 favours no node. */
  public void scale(double factor) {
    if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "scale %s: expected 1 or more, up to 8 as published".formatted(factor));
    }
    scale.factor = factor;
  }
}
