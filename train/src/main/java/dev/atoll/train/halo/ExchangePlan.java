package dev.atoll.train.halo;

import dev.atoll.train.halo.codec.RowCodec;

/**
 * The policies of the halo exchange in full-graph training.
 *
 * @param rows which rows travel
 * @param refresh which workers send in a step, and when the rows are awaited
 * @param codec the number format in which they travel
 * @param clip the largest norm of the gradients that a worker sends, times √workers; 0 for any
 * @param overlap whether rows that are here are summed up while the others are on the way; changes
 *     no bit
 * @param cacheBytes the most that stale rows of peers may take on a worker; 0 for any
 */
public record ExchangePlan(
    BoundarySampler rows,
    RefreshRule refresh,
    RowCodec codec,
    double clip,
    boolean overlap,
    long cacheBytes) {
  /** Every row that a peer reads, in every layer and epoch, as it is. */
  public static final ExchangePlan EXACT =
      new ExchangePlan(new HaloRows(), new Always(), RowCodec.fp32(), 0);

  /** With overlap, and caches of any size. */
  public ExchangePlan(BoundarySampler rows, RefreshRule refresh, RowCodec codec, double clip) {
    this(rows, refresh, codec, clip, true, 0);
  }

  public ExchangePlan {
    if (!(clip >= 0)) {
      throw new IllegalArgumentException("clip=" + clip + ": expected 0 (off) or more");
    }
    refresh.check(rows);
  }

  /** The same without overlap: hidden transfers become waiting. */
  public ExchangePlan inTurn() {
    return new ExchangePlan(rows, refresh, codec, clip, false, cacheBytes);
  }

  /** Whether rows that are not drawn are read as they were sent last, rather than left out. */
  public boolean refreshesInPart() {
    return refresh.usesStale() && !rows.isFixed();
  }
}
