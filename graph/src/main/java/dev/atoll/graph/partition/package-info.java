/**
 * Cutting a graph into parts.
 *
 * <p>A {@link dev.atoll.graph.partition.Partitioner} answers a {@link
 * dev.atoll.graph.partition.PartitionGoal} with a {@link dev.atoll.graph.partition.Partitioning}; a
 * {@link dev.atoll.graph.partition.PartitionReport} states its cut, volume and balance.
 *
 * <table>
 * <caption>Partitioners</caption>
 * <tr><td>{@code multilevel}<td>smallest cut or volume, every constraint held; the default
 * <tr><td>{@code stream}<td>{@code streaming}: Fennel, a few passes over the nodes
 * <tr><td>{@code blocks}<td>{@code bytegnn}: ByteGNN's blocks around training nodes
 * <tr><td>{@code pagraph}<td>{@code pagraph}: PaGraph's scores of training nodes
 * <tr><td>{@code chunk}, {@code random}<td>equal numbers of nodes, nothing else
 * </table>
 *
 * Partitioners look at the undirected graph: direction, loops and repeated edges do not matter to
 * the cut. All of them give the same parts on any number of threads.
 */
package dev.atoll.graph.partition;
