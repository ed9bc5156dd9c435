/**
 * Shards: the parts of a partition with their data.
 *
 * <p>Nodes are renumbered so that every part owns a contiguous range of them, which {@link
 * dev.atoll.graph.partition.shard.PartitionBook} records; {@link
 * dev.atoll.graph.partition.shard.NodeNumbering} maps between new and original numbers. A {@link
 * dev.atoll.graph.partition.shard.Shard} has the in-edges of the core nodes of one part and its
 * halo, the nodes of other parts that they read. With {@link
 * dev.atoll.graph.partition.shard.Topology#REPLICATED} it has all edges, and only features are
 * divided.
 *
 * <p>A {@link dev.atoll.graph.partition.shard.ShardSource} gives the shards of a graph: from a
 * folder, as one part ({@link dev.atoll.graph.partition.shard.SingleShard}), or with parts shared
 * by several trainers ({@link dev.atoll.graph.partition.shard.DividedShards}). Shards are immutable
 * and may be read by several threads as long as their memory is open.
 */
package dev.atoll.graph.partition.shard;
