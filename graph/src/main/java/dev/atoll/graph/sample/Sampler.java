package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;

/**
 * Draws the neighbourhoods of a step's seeds, hop by hop. A batch is a pure function of the graph,
 * the seeds and the key. A sampler has mutable tables: use one per batch in flight. Its hops may be
 * drawn by different threads, one after the other.
 *
 * <pre>{@code
 * sampler.begin(seeds, 0, seeds.length, batch);
 * for (int layer = 0; layer < sampler.layers(); layer++) {
 *   sampler.hop(layer, key, batch);      // block(layer) is there, and the nodes that are new in it
 * }
 * sampler.end(batch);
 * }</pre>
 */
public interface Sampler extends AutoCloseable {
  /** Blocks of a batch. */
  int layers();

  /**
   * Whether a batch is a subgraph whose edges are weighed by degrees within it; those degrees are
   * the ones that {@link SampledBatch#withSourceDegrees} provides, without loops.
   */
  default boolean isSubgraph() {
    return false;
  }

  /**
   * Whether the draws of a node in a layer depend only on the node, the layer and the key: batches
   * of some seeds then draw, node by node, the same as the batch of all of them.
   */
  default boolean drawsByNode() {
    return false;
  }

  /**
   * Sets the step of the run that the next batch belongs to; for samplers that change while a model
   * trains.
   *
   * @param step counted from the beginning of the run, over all epochs
   */
  default void step(long step) {}

  /**
   * Begins a batch: {@code seeds[from] … seeds[to − 1]} become its first nodes.
   *
   * @param seeds node numbers, without repeats
   * @throws IllegalArgumentException when a seed is repeated or no node, or there are too many
   */
  void begin(long[] seeds, int from, int to, SampledBatch into);

  /**
   * Draws neighbours of all nodes in the batch so far; layers are drawn in order.
   *
   * @param key of this step, the same for all layers
   */
  void hop(int layer, RandomKey key, SampledBatch into);

  /** Completes a batch after its last hop. */
  void end(SampledBatch into);

  /** Draws a whole batch. */
  default void sample(long[] seeds, int from, int to, RandomKey key, SampledBatch into) {
    begin(seeds, from, to, into);
    for (int layer = 0; layer < layers(); layer++) {
      hop(layer, key, into);
    }
    end(into);
  }

  default void sample(long[] seeds, RandomKey key, SampledBatch into) {
    sample(seeds, 0, seeds.length, key, into);
  }

  /** Bytes of the sampler's own tables; 0 for samplers with negligible tables. */
  default long heldBytes() {
    return 0;
  }

  @Override
  void close();
}
