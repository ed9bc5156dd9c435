/**
 * The partitioner of ByteGNN (Zheng et al., VLDB 2022).
 *
 * <p>{@link dev.atoll.graph.partition.bytegnn.ByteGnnPartitioner} gathers blocks of nodes around
 * training, validation and test nodes by a breadth-first search of a few hops, and assigns whole
 * blocks to parts by their edges to a part and by the balance of the three roles. Most nodes that a
 * seed samples are then in its own part.
 */
package dev.atoll.graph.partition.bytegnn;
