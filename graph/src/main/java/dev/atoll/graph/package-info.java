/**
 * Graphs with the features, labels and splits of their nodes.
 *
 * <p>A {@link dev.atoll.graph.CsrGraph} lists the in-neighbours of every node; a {@link
 * dev.atoll.graph.Dataset} adds features, labels and splits. Both are off-heap or memory-mapped and
 * safe for concurrent readers. A {@link dev.atoll.graph.RandomKey} names every random choice, so
 * that it depends on nothing else.
 */
package dev.atoll.graph;
