package dev.atoll.graph.sample;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The number of neighbours that a target draws, per layer, the output layer first.
 *
 * <pre>{@code
 * Fanouts.of(15, 10, 5);   // seeds draw 15, their neighbours 10, the next hop 5
 * Fanouts.of(10, Fanouts.ALL);
 * }</pre>
 */
public record Fanouts(List<Integer> perLayer) {
  /** Fanout that takes every neighbour. */
  public static final int ALL = -1;

  public Fanouts {
    perLayer = List.copyOf(perLayer);
    if (perLayer.isEmpty()) {
      throw new IllegalArgumentException("fanouts must name at least one layer");
    }
    for (int fanout : perLayer) {
      if (fanout < ALL) {
        throw new IllegalArgumentException(
            "fanout %d: expected a number of neighbours, or -1 for all".formatted(fanout));
      }
    }
  }

  public static Fanouts of(Integer... perLayer) {
    return new Fanouts(List.of(perLayer));
  }

  public int layers() {
    return perLayer.size();
  }

  /** The fanout of a layer; 0 is the output layer. */
  public int at(int layer) {
    return perLayer.get(layer);
  }

  /** The number of neighbours that a node of this degree draws. */
  static int picks(int degree, int fanout) {
    return fanout == ALL ? degree : Math.min(degree, fanout);
  }

  /** The text in configurations: {@code 15,10,5}. */
  @Override
  public String toString() {
    return perLayer.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
