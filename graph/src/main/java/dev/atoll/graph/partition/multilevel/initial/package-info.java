/** The first partition, of the coarsest graph. */
package dev.atoll.graph.partition.multilevel.initial;
