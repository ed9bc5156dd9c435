/**
 * Loops over ranges and lists by several threads, whose results do not depend on the number of
 * threads, and sums over the outgoing edges of nodes.
 */
package dev.atoll.graph.parallel;
