/**
 * The streaming partitioner Fennel (Tsourakakis et al., WSDM 2014).
 *
 * <p>{@link dev.atoll.graph.partition.streaming.StreamPartitioner} assigns the nodes in their
 * order, each to the part with most of its neighbours, reduced by the fullness of the part. A pass
 * reads every edge once and needs little memory; further passes know the assignment of the pass
 * before (restreaming). Nodes are assigned by one thread, so the result is reproducible.
 */
package dev.atoll.graph.partition.streaming;
