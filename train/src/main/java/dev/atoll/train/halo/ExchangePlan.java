package dev.atoll.train.halo;

import dev.atoll.train.halo.codec.RowCodec;

/**
 * How workers that train on the whole graph exchange the rows of their boundaries.
 *
 * @param rows which rows travel
 * @param refresh when they travel
 * @param codec the form in which they travel
 * @param clip the largest norm of the gradients that a worker sends, times √workers; 0 for any
 * @param overlap whether rows that are here are summed up while the others are on the way; changes
 *     no bit
 * @param cacheBytes the most that rows kept from peers may take on a worker; 0 for any
 */
public record ExchangePlan(
    BoundarySampler rows,
    RefreshPolicy refresh,
    RowCodec codec,
    double clip,
    boolean overlap,
    long cacheBytes) {
  /** Every row that a peer reads, in every layer and epoch, as it is. */
  public static final ExchangePlan EXACT =
      new ExchangePlan(new HaloRows(), new RefreshPolicy.Always(), RowCodec.fp32(), 0);

  /** With overlap, and caches of any size. */
  public ExchangePlan(BoundarySampler rows, RefreshPolicy refresh, RowCodec codec, double clip) {
    this(rows, refresh, codec, clip, true, 0);
  }

  public ExchangePlan {
    if (!(clip >= 0)) {
      throw new IllegalArgumentException("clip=" + clip + ": expected 0 (off) or more");
    }
    if (refresh instanceof RefreshPolicy.PeerGap && !rows.sendsExactHalo()) {
      throw new IllegalArgumentException(
          "exchange.refresh=peer-gap: expected exchange.rows=halo, rows that every reader has of"
              + " its own");
    }
    if (!rows.allowsStale() && !(refresh instanceof RefreshPolicy.Always)) {
      throw new IllegalArgumentException(
          "exchange.rows of sampled links change in every epoch, so they cannot be kept: expected"
              + " exchange.refresh=always");
    }
  }

  /** The same without overlap: what it hides becomes waiting. */
  public ExchangePlan inTurn() {
    return new ExchangePlan(rows, refresh, codec, clip, false, cacheBytes);
  }

  /** Whether rows of an epoch serve later ones. */
  public boolean keepsRows() {
    return !(refresh instanceof RefreshPolicy.Always);
  }

  /** Whether the rows that are not sent stay what they were, rather than being left out. */
  public boolean refreshesInPart() {
    return keepsRows() && !rows.isFixed();
  }
}
