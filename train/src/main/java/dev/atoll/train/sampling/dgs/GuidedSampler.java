package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.draw.LocalBias;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Samples uniformly until the first explanation, then by the importance of remote nodes in the
 * current one (DGS, Algorithm 1).
 */
public final class GuidedSampler implements Sampler {
  private final LongFunction<Optional<LocalBias.Weights>> inForce;
  private final Function<LocalBias.Weights, Sampler> makeGuided;
  private boolean guided;
  private Sampler current;

  /** The bias of the current step. */
  private volatile LocalBias.Weights weights;

  /**
   * @param alike draws before the first guidance; closed with this
   * @param makeGuided makes the sampler that draws by weights, which change from step to step
   * @param inForce the weights by step of the run
   */
  public GuidedSampler(
      Sampler alike,
      Function<LocalBias.Weights, Sampler> makeGuided,
      LongFunction<Optional<LocalBias.Weights>> inForce) {
    this.current = alike;
    this.makeGuided = makeGuided;
    this.inForce = inForce;
  }

  @Override
  public int layers() {
    return current.layers();
  }

  @Override
  public void step(long step) {
    Optional<LocalBias.Weights> found = inForce.apply(step);
    if (found.isPresent()) {
      weights = found.get();
      if (!guided) {
        current.close();
        current = makeGuided.apply(node -> weights.of(node));
        guided = true;
      }
    }
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    current.begin(seeds, from, to, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    current.hop(layer, key, into);
  }

  @Override
  public void end(SampledBatch into) {
    current.end(into);
  }

  @Override
  public void close() {
    current.close();
  }
}
