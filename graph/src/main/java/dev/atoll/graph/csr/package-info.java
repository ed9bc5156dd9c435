/**
 * Graphs built from edges and from other graphs.
 *
 * <p>{@link dev.atoll.graph.csr.CsrBuilder} turns an {@link dev.atoll.graph.csr.EdgeSource} into a
 * {@link dev.atoll.graph.CsrGraph} by one sort; {@link dev.atoll.graph.csr.CsrOptions} says what
 * happens to reverse edges, duplicates and self-loops; {@link dev.atoll.graph.csr.Storage} says
 * where the arrays live. {@link dev.atoll.graph.csr.GraphOperations} makes graphs from graphs.
 *
 * <pre>
 *   EdgeSort     EdgeSource → ArcBuckets → BucketSort → SortedArcs → arrays of the graph
 *   RowByRow     rows of a graph → rows with other neighbours
 *   EdgeData     moves by one gather in both
 * </pre>
 */
package dev.atoll.graph.csr;
