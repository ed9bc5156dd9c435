/** Coarsening of graphs: clusters found by label propagation shrink to nodes. */
package dev.atoll.graph.partition.multilevel.coarsen;
