/**
 * The implementation of the halo exchange: an operation on the tape, generic over the policies of
 * an {@link dev.atoll.train.halo.plan.ExchangePlan}.
 *
 * <pre>
 *   HaloExchange        the operations: ConcatHalo appends rows,
 *                       HaloAggregate adds sums over SplitEdges
 *     RowsBeforeDropout   embeddings sent in place of a layer's input; readers apply the masks
 *     LayerChannels       a LayerChannel per layer and direction: stale rows and their epochs,
 *                         rounding errors, the transfer in flight; saved in checkpoints
 *       DeviceCache         stale rows in the memory of a device
 *     EpochRoute          the rows of an epoch by peer: the halo, and which of it is sent
 *     Transfer            packs and sends rows at once, receives them when they are read
 *       MessageBuffers      the messages, in memory of the transport
 *       HaloBlocks          memory that owners in the same process write directly
 *     ChannelStep         a step as the refresh rule sees it
 * </pre>
 *
 * <p>A step of a layer: the refresh rule names the senders; these pack rows in the codec's format
 * and send them; core rows are summed meanwhile; then received rows, or stale ones of peers that
 * did not send, are added. The backward pass sends gradients of halo rows to their owners over the
 * same routes in reverse.
 *
 * <p>All workers create an exchange together and run its operations in the same order, each on its
 * training thread. The memory of a message belongs to its transfer until the rows are read, with a
 * lag in the next epoch.
 */
package dev.atoll.train.halo.exchange;
