/**
 * Edges of an import on disk, between reading a file and building a graph from it.
 *
 * <p>A graph may have more edges than fit into memory. Each thread of an import passes its edges to
 * an {@link dev.atoll.formats.spool.EdgeCollector}; batches of edges are appended to an {@link
 * dev.atoll.formats.spool.EdgeSpool} in any order, their weights to a file beside it. Afterwards
 * the batches can be read repeatedly, as {@link dev.atoll.graph.csr.CsrBuilder} does where the
 * edges exceed its memory. Spools are temporary files, which are removed on close.
 */
package dev.atoll.formats.spool;
