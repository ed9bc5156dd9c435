/**
 * Graphs built from edges and from other graphs.
 *
 * <p>{@link dev.atoll.graph.build.CsrBuilder} turns an {@link dev.atoll.graph.EdgeSource} into a
 * {@link dev.atoll.graph.CsrGraph} in two parallel passes; {@link dev.atoll.graph.build.CsrOptions}
 * says what happens to reverse edges, duplicates, self-loops and the order of neighbours; {@link
 * dev.atoll.graph.build.Storage} says where the arrays live. {@link
 * dev.atoll.graph.build.GraphOperations} makes graphs from graphs.
 */
package dev.atoll.graph.build;
