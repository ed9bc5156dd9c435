/**
 * Orders of nodes that make training faster, as {@link dev.atoll.graph.order.Ordering}s.
 *
 * <p>{@link dev.atoll.graph.order.LocalityOrder} puts nodes with common neighbours next to each
 * other; {@link dev.atoll.graph.order.HopOrder} sorts by distance from the training nodes, so that
 * a layer works on a prefix of the rows.
 *
 * <pre>{@code
 * Ordering near = LocalityOrder.DEFAULT.of(graph, threads);
 * HopOrder hops = HopOrder.of(graph, split.nodes(Split.TRAIN), 2, near, threads);
 * CsrGraph reordered = new GraphOperations(storage, threads).relabelled(graph, hops.ordering());
 * }</pre>
 */
package dev.atoll.graph.order;
