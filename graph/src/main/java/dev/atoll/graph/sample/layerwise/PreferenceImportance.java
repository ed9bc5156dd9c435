package dev.atoll.graph.sample.layerwise;

import java.util.BitSet;
import java.util.function.DoubleSupplier;

/**
 * Prefers some nodes (Song and Jiang 2022, section 4) by scaling their weight by {@code scale}. As
 * the probabilities of a layer sum to its size, this is their formula (8), with no probability
 * above 1. Scale 1 changes nothing, to the bit.
 *
 * @param favoured numbers of the preferred nodes; not copied
 * @param scale 1 or more, read for every edge
 */
public record PreferenceImportance(LayerImportance base, BitSet favoured, DoubleSupplier scale)
    implements LayerImportance {
  @Override
  public double ofEdge(int source, int targetDegree) {
    double weight = base.ofEdge(source, targetDegree);
    return favoured.get(source) ? weight * scale.getAsDouble() : weight;
  }

  @Override
  public boolean addsUp() {
    return base.addsUp();
  }
}
