/**
 * The halo exchange at work: an operation on the tape that reads its policies and knows none by
 * name.
 *
 * <pre>
 *   HaloExchange     the operation: ConcatHalo appends rows, HaloAggregate adds sums over SplitEdges
 *   LayerChannels    a LayerChannel per layer and direction: stale rows, transfers in flight
 *   EpochRoute       the rows of an epoch by peer
 *   Transfer         sends and awaits rows, in MessageBuffers
 *   ChannelStep      a step as the refresh rule sees it
 * </pre>
 */
package dev.atoll.train.halo.exchange;
