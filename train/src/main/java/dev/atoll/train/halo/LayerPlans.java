package dev.atoll.train.halo;

import java.util.List;

/** The rows that workers exchange before each layer. */
public record LayerPlans(List<HaloPlan> byLayer) {
  public LayerPlans {
    byLayer = List.copyOf(byLayer);
  }

  /** The same rows before every layer. */
  public static LayerPlans same(HaloPlan plan) {
    return new LayerPlans(List.of(plan));
  }

  /** Before a layer; the last plan is that of all layers behind it too. */
  public HaloPlan of(int layer) {
    return byLayer.get(place(layer));
  }

  /** Where the plan of a layer stands among the plans. */
  public int place(int layer) {
    return Math.min(layer, byLayer.size() - 1);
  }
}
