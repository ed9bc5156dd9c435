/**
 * Rows of other workers' nodes: which travel, when, and in what form.
 *
 * <p>{@link dev.atoll.train.exchange.HaloExchange} is the one operation. It stands on the tape
 * between two layers: forward it puts halo rows behind a worker's own, backward it takes their
 * gradients home. An {@link dev.atoll.train.exchange.ExchangePlan} combines three policies:
 *
 * <ul>
 *   <li>{@link dev.atoll.train.exchange.BoundarySampler}: which rows. {@link
 *       dev.atoll.train.exchange.HaloPlan} lists those of an epoch, the same on both ends.
 *   <li>{@link dev.atoll.train.exchange.RefreshPolicy}: when. What a worker does not send, its
 *       peers keep from the last time; a lane per layer and direction holds those rows and the
 *       epoch they are of.
 *   <li>{@link dev.atoll.train.exchange.RowCodec}: in what form. What rounding to bytes takes from
 *       a row is added to it the next time.
 * </ul>
 */
package dev.atoll.train.exchange;
