package dev.atoll.recipe.run;

/**
 * Transfers of a layer's rows, or their gradients, from a worker to its peers.
 *
 * @param skipped left out; the peers used earlier rows
 */
public record Broadcasts(long sent, long skipped) {
  static final Broadcasts NONE = new Broadcasts(0, 0);
}
