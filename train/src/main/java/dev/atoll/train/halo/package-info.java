/**
 * Rows of other workers' nodes: which travel, when, and in what form.
 *
 * <p>{@link dev.atoll.train.halo.HaloExchange} is the one operation on the tape: forward it brings
 * halo rows, backward it takes their gradients home. A layer that sums over neighbours gets the
 * sum, made in two parts ({@link dev.atoll.train.halo.SplitEdges}): over core rows while halo rows
 * travel, then over those. A layer that looks at neighbours one by one gets halo rows behind its
 * own. An {@link dev.atoll.train.halo.ExchangePlan} combines three policies:
 *
 * <ul>
 *   <li>{@link dev.atoll.train.halo.BoundarySampler}: which rows. {@link
 *       dev.atoll.train.halo.HaloPlan} lists those of an epoch, the same on both ends.
 *   <li>{@link dev.atoll.train.halo.RefreshPolicy}: when. What a worker does not send, its peers
 *       keep from the last time; a lane per layer and direction holds those rows and the epoch they
 *       are of.
 *   <li>{@link dev.atoll.train.halo.codec.RowCodec}: in what form. What rounding to bytes takes
 *       from a row is added to it the next time.
 * </ul>
 */
package dev.atoll.train.halo;
