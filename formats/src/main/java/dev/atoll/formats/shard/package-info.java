/**
 * Partitions on disk: shard folders, and files that assign nodes to parts.
 *
 * <p>{@link dev.atoll.formats.shard.ShardWriter} renumbers the nodes so that every part owns a
 * contiguous range and writes a folder; {@link dev.atoll.formats.shard.ShardFolder} opens it:
 *
 * <pre>
 *   shards.json            counts, ranges, topology, where the parts come from, digest of every file
 *   original-ids.npy       int32  for every node, in the new order, its number in the user's dataset
 *   part-0-indptr.npy      int64  rows of the part's core nodes (partitioned topology)
 *   part-0-indices.npy     int32  their in-neighbours, in the new numbers, in the dataset's order
 *   part-0-weights.npy     float32  weights of these edges, if the graph has some
 *   part-0-halo.npy        int32  in-neighbours of other parts, ascending
 *   part-0-features.npy    features of the part's core nodes, in the new order, if asked for; rows of
 *                          few non-zeros with -features-indptr and -features-indices
 *   labels.npy split-0.npy links.npy   of all nodes, in the dataset's numbers, with the features
 *   indptr.npy indices.npy weights.npy   the whole graph in the new numbers (replicated topology)
 * </pre>
 */
package dev.atoll.formats.shard;
