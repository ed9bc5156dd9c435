/**
 * The halo exchange: embeddings of other workers' nodes, and the gradients that go back to them.
 *
 * <p>{@link dev.atoll.train.halo.exchange.HaloExchange} is the one operation on the tape: forward
 * it brings halo rows, backward it returns their gradients. A layer that sums over neighbours gets
 * the sum, made in two steps ({@link dev.atoll.train.halo.exchange.SplitEdges}): over core rows
 * while halo rows travel, then over halo rows. A layer that looks at neighbours one by one gets
 * halo rows behind its own. An {@link dev.atoll.train.halo.plan.ExchangePlan} combines three
 * policies:
 *
 * <ul>
 *   <li>{@link dev.atoll.train.halo.BoundarySampler}: which rows. {@link
 *       dev.atoll.train.halo.HaloPlan} lists the rows of an epoch, in the same order on both ends.
 *   <li>{@link dev.atoll.train.halo.RefreshRule}: which workers send in a step, and when the rows
 *       are awaited. Until a worker sends again, its peers read stale rows; a channel per layer and
 *       direction holds the stale rows, their epochs, and transfers in flight.
 *   <li>{@link dev.atoll.train.halo.codec.RowCodec}: the number format.
 * </ul>
 *
 * <pre>
 *   halo           every row that is read, in every epoch ({@link dev.atoll.train.halo.plan.HaloRows},
 *                  {@link dev.atoll.train.halo.plan.Always})
 *   halo.exchange  the operation on the tape
 *   halo.cagnet    CAGNET: broadcasts of whole blocks
 *   halo.bns       BNS-GCN: random boundary nodes
 *   halo.sancus    SANCUS: skipped broadcasts
 *   halo.pipegcn   PipeGCN: embeddings and gradients of the last epoch
 *   halo.codec     number formats
 * </pre>
 */
package dev.atoll.train.halo;
