/**
 * The initial partition, of the coarsest graph.
 *
 * <p>{@link dev.atoll.graph.partition.multilevel.initial.RecursiveBisection} cuts the graph in two
 * and then each half, until there are enough parts. A bisection is coarsened itself, grown from a
 * random node ({@code GreedyGrowing}) several times, and refined; the best attempt is kept. Parts
 * may have different shares of the weight, as a number of parts that is no power of two requires.
 */
package dev.atoll.graph.partition.multilevel.initial;
