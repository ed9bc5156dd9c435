/**
 * Parts with their data: after renumbering, every part owns a contiguous range of nodes ({@link
 * dev.atoll.graph.partition.shard.PartitionBook}) and has their edges and its halo ({@link
 * dev.atoll.graph.partition.shard.Shard}).
 */
package dev.atoll.graph.partition.shard;
