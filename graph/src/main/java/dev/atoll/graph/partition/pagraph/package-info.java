/**
 * The partitioner of PaGraph (Lin et al., SoCC 2020), a baseline.
 *
 * <p>{@link dev.atoll.graph.partition.pagraph.PagraphPartitioner} assigns training nodes one by
 * one, each to the part that has most training nodes of its neighbourhood, weighted against the
 * size of the part. Unlike PaGraph's, these parts do not overlap: a node belongs to the part that
 * gathers it first.
 */
package dev.atoll.graph.partition.pagraph;
