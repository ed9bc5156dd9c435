package dev.atoll.graph.sample.draw;

/**
 * The bias of a worker's neighbour draws towards its own nodes (DGS): nodes {@code firstLocal …
 * endLocal − 1} are local, all others are remote and cost a row each.
 *
 * @param deviation the share of a target's draws that goes to local neighbours instead of remote
 *     ones, from 0 to 1 (ε)
 * @param weights weights of the remote neighbours of the worker's own nodes; null for equal
 *     weights. Remote neighbours of other nodes always have equal weights
 */
public record LocalBias(int firstLocal, int endLocal, double deviation, Weights weights) {
  /** The importance of a remote node. */
  @FunctionalInterface
  public interface Weights {
    /** Positive and finite. */
    float of(int node);
  }

  public LocalBias {
    checkDeviation(deviation);
  }

  /** Throws when a deviation is not a share from 0 to 1. */
  public static void checkDeviation(double deviation) {
    if (!(deviation >= 0 && deviation <= 1)) {
      throw new IllegalArgumentException(
          "sampler.deviation=%s: expected a share of the draws from 0 to 1".formatted(deviation));
    }
  }

  boolean isLocal(long node) {
    return node >= firstLocal && node < endLocal;
  }

  /** A copy with equal weights of all remote nodes. */
  public LocalBias withoutWeights() {
    return new LocalBias(firstLocal, endLocal, deviation, null);
  }
}
