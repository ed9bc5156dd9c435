package dev.atoll.train.halo.plan;

import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.codec.RowCodec;

/**
 * The policies of the halo exchange in full-graph training.
 *
 * @param rows which rows travel
 * @param refresh which workers send in a step, and when the rows are awaited
 * @param codec the number format in which they travel
 * @param overlap whether rows that are here are summed up while the others are on the way; changes
 *     no bit
 * @param cacheBytes the most that stale rows of peers may take on a worker; 0 for any
 * @param route the way of whole blocks; changes no bit
 * @param content the row that is sent for a node
 * @param clip the largest norm, over √workers, of the gradients that a worker sends in a layer; 0
 *     for any
 */
public record ExchangePlan(
    BoundarySampler rows,
    RefreshRule refresh,
    RowCodec codec,
    boolean overlap,
    long cacheBytes,
    Route route,
    Content content,
    double clip) {
  /** Every row that a peer reads, in every layer and epoch, as it is. */
  public static final ExchangePlan EXACT =
      new ExchangePlan(new HaloRows(), new Always(), RowCodec.fp32());

  /** The way of a worker's block to all others. */
  public enum Route {
    /** The owner sends to each reader. */
    DIRECT,
    /** Each worker forwards to the next, in chunks. */
    RING
  }

  /** The operations of a layer that is computed before its input is sent. */
  public enum Content {
    /** Dropout, and the product with the weights where its result is narrower. */
    NARROWEST,
    /** Embeddings without weights or masks: peers apply those of their own step. */
    EMBEDDINGS
  }

  /** Creates a plan with overlap, direct transfers, the narrowest rows, and unbounded caches. */
  public ExchangePlan(BoundarySampler rows, RefreshRule refresh, RowCodec codec) {
    this(rows, refresh, codec, true, 0, Route.DIRECT, Content.NARROWEST, 0);
  }

  public ExchangePlan {
    if (route == Route.RING && !rows.sendsWholeBlocks()) {
      throw new IllegalArgumentException(
          "exchange.route=ring: expected exchange.rows=all, where all peers are sent the same");
    }
    refresh.check(rows);
  }

  /** A copy without overlap: hidden transfers become waiting. */
  public ExchangePlan inTurn() {
    return new ExchangePlan(rows, refresh, codec, false, cacheBytes, route, content, clip);
  }

  /** A copy over another route. */
  public ExchangePlan over(Route newRoute) {
    return new ExchangePlan(rows, refresh, codec, overlap, cacheBytes, newRoute, content, clip);
  }

  /** A copy with other contents. */
  public ExchangePlan sending(Content newContent) {
    return new ExchangePlan(rows, refresh, codec, overlap, cacheBytes, route, newContent, clip);
  }

  /** A copy whose workers clip the gradients that they send at √workers times a norm. */
  public ExchangePlan clippedAt(double norm) {
    return new ExchangePlan(rows, refresh, codec, overlap, cacheBytes, route, content, norm);
  }

  /** A copy with a limit of the memory of stale rows. */
  public ExchangePlan within(long newCacheBytes) {
    return new ExchangePlan(rows, refresh, codec, overlap, newCacheBytes, route, content, clip);
  }

  public boolean sendsEmbeddings() {
    return content == Content.EMBEDDINGS;
  }

  /** Whether rows that are not drawn are read as they were sent last, rather than left out. */
  public boolean refreshesInPart() {
    return refresh.usesStale() && !rows.isFixed();
  }
}
