package dev.atoll.graph.sample.layerwise;

import java.util.List;
import java.util.stream.Collectors;

/** The number of nodes that a layer samples, per layer, the output layer first. */
public record LayerSizes(List<Integer> perLayer) {
  public LayerSizes {
    perLayer = List.copyOf(perLayer);
    if (perLayer.isEmpty()) {
      throw new IllegalArgumentException("layer sizes must name at least one layer");
    }
    for (int size : perLayer) {
      if (size < 1) {
        throw new IllegalArgumentException(
            "layer size %d: expected at least 1 node".formatted(size));
      }
    }
  }

  public static LayerSizes of(Integer... perLayer) {
    return new LayerSizes(List.of(perLayer));
  }

  public int layers() {
    return perLayer.size();
  }

  public int at(int layer) {
    return perLayer.get(layer);
  }

  /** The text in configurations: {@code 512,256}. */
  @Override
  public String toString() {
    return perLayer.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
