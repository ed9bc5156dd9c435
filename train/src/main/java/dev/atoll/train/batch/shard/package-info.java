/**
 * Full-graph batches of a worker that holds one shard, with a halo of remote nodes.
 *
 * <p>{@link dev.atoll.train.batch.shard.ShardBatches} is the source: one step an epoch, on the
 * training nodes of all workers. Rows are core nodes, then halo nodes; before every layer but the
 * first, the {@linkplain dev.atoll.train.halo halo exchange} brings the embeddings of halo rows
 * from their owners.
 *
 * <pre>
 *   NeededRows             the rows that the loss depends on, by layer: prefixes of core rows
 *   ShardGraph             the edges of the shard in the order of its rows
 *   ShardBatch             a shard as a batch: all rows to evaluate, needed ones to train
 *     ShardBlock             a layer: SplitAggregate sums core and halo edges apart
 *     ShardEdges             the edges of a layer on the device; LayerEdges takes them there
 *     InputSums              sums over input rows, computed once
 *   BoundarySampledShard   the shard of an epoch that draws edges or halo nodes (BNS-GCN)
 *     EpochRows              the rows of its layers, with HaloEdges, NodeEdges or JoinedEdges
 *   ShardChunk             some core rows with all their neighbours, for layer-wise inference
 * </pre>
 *
 * <p>All workers open their batches together, compute the same layers in the same order and call
 * the exchange together. A batch is used by the training thread. {@link
 * dev.atoll.train.batch.shard.ShardChunk} has edges in the order in which {@link
 * dev.atoll.train.batch.shard.ShardBatch} sums them, so both give the same bits.
 */
package dev.atoll.train.batch.shard;
