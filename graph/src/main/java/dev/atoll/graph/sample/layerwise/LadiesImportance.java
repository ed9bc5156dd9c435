package dev.atoll.graph.sample.layerwise;

/**
 * LADIES (Zou et al. 2019): a source weighs as much as the targets of this very batch read of it,
 *
 * <pre>  w(u) = Σ over targets v of P[v, u]²,    P = D⁻¹(A + I), D with the added loops</pre>
 */
public record LadiesImportance() implements LayerImportance {
  @Override
  public double ofEdge(int source, int targetDegree) {
    double share = 1 / (targetDegree + 1.0);
    return share * share;
  }

  @Override
  public boolean addsUp() {
    return true;
  }
}
