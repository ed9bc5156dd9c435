package dev.atoll.train.sampling;

import dev.atoll.graph.sample.Sampler;
import java.util.function.IntFunction;

/** A way of sampling that can draw some nodes more often than others, and correct for it. */
public interface PreferenceSampling {
  /**
   * Opens it on one worker; all workers together, once they answer requests.
   *
   * @return makes a sampler for one batch in preparation, given the group of devices it is for
   */
  IntFunction<Sampler> open(SamplingContext context, PreferredNodes preferred);
}
