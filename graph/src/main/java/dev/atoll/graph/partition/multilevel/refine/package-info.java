/** Refinement of partitions by moving nodes along the boundaries. */
package dev.atoll.graph.partition.multilevel.refine;
