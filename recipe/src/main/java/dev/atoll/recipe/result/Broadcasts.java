package dev.atoll.recipe.result;

/**
 * Transfers of a layer's rows, or their gradients, from a worker to its peers.
 *
 * @param skipped left out; the peers used earlier rows
 * @param maxAge the largest age, in epochs, of rows that were used
 */
public record Broadcasts(long sent, long skipped, long maxAge) {
  public static final Broadcasts NONE = new Broadcasts(0, 0, 0);
}
