package dev.atoll.train.halo.exchange;

import dev.atoll.train.halo.HaloPlan;
import java.util.List;

/** The rows that workers exchange before each layer. */
public record LayerPlans(List<HaloPlan> byLayer) {
  public LayerPlans {
    byLayer = List.copyOf(byLayer);
  }

  /** A plan that exchanges the same rows before every layer. */
  public static LayerPlans same(HaloPlan plan) {
    return new LayerPlans(List.of(plan));
  }

  /**
   * The rows exchanged before a layer; later layers than the last in the list use the last plan.
   */
  public HaloPlan of(int layer) {
    return byLayer.get(place(layer));
  }

  /** The index of a layer's plan in the list. */
  public int place(int layer) {
    return Math.min(layer, byLayer.size() - 1);
  }
}
