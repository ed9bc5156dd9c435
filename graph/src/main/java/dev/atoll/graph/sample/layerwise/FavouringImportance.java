package dev.atoll.graph.sample.layerwise;

import java.util.BitSet;
import java.util.function.DoubleSupplier;

/**
 * Favours some nodes (Song and Jiang 2022, section 4): they weigh {@code scale} times as much as
 * without favour. As probabilities of a layer sum to its size, that is their formula (8), with none
 * above 1. Scale 1 changes nothing, to the bit.
 *
 * @param favoured node numbers; not copied
 * @param scale 1 or more, asked for every edge
 */
public record FavouringImportance(LayerImportance base, BitSet favoured, DoubleSupplier scale)
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
