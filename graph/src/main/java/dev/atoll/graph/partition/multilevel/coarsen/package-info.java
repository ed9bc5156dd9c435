/**
 * From a graph to smaller ones with the same shape: clusters found by label propagation shrink to
 * nodes.
 */
package dev.atoll.graph.partition.multilevel.coarsen;
