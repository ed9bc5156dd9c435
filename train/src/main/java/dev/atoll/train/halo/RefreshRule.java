package dev.atoll.train.halo;

import java.util.Optional;

/**
 * Decides which workers send in a step, and when the rows are awaited ({@code exchange.refresh}). A
 * worker that receives no rows reads stale ones: the last that it received.
 *
 * <p>All workers must come to the same decision: from the step's epoch and the history of
 * broadcasts, which are the same everywhere, or from numbers they gather. A worker that has never
 * sent must send.
 */
public interface RefreshRule {
  /** The senders and receivers of a step. All workers call it together. */
  Senders senders(RefreshStep step);

  /** Whether embeddings or gradients of an epoch may be read in later ones. */
  boolean usesStale();

  /** Whether the senders depend on the rows themselves. */
  default boolean readsRows() {
    return false;
  }

  /**
   * The number of rows that a worker keeps as it sent them last, where the senders depend on how
   * far they have moved since.
   *
   * @param all its rows that may be sent
   * @param read those of them that peers read, once for each peer
   */
  default int compared(int all, int read) {
    return readsRows() ? all : 0;
  }

  /** Whether layers compute with stale rows in one direction; see {@link #usesStale()}. */
  default boolean usesStale(Direction direction) {
    return usesStale();
  }

  /**
   * Epochs from the start of a transfer until its rows are awaited and read, 0 or 1. With 1, an
   * epoch computes with the rows of the last one while its own travel; the first transfer of every
   * layer and direction is always awaited at once.
   */
  default int lag() {
    return 0;
  }

  /** The merging of received rows into the stale ones; empty where they replace them. */
  default Optional<RowSmoothing> smoothing(Direction direction) {
    return Optional.empty();
  }

  /**
   * Refuses boundary samplers that this rule cannot work with.
   *
   * @throws IllegalArgumentException naming the settings
   */
  default void check(BoundarySampler rows) {
    if (usesStale() && !rows.allowsStale()) {
      throw new IllegalArgumentException(
          "exchange.rows draws other edges in every epoch, so that stale embeddings cannot be read:"
              + " expected exchange.refresh=always");
    }
  }

  /**
   * Refuses numbers of workers that this rule cannot work with.
   *
   * @throws IllegalArgumentException naming the settings
   */
  default void checkWorkers(int workers) {}
}
