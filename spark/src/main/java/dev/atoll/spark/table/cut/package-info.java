/**
 * Partitioners of graphs that are tables, registered by name in {@link
 * dev.atoll.spark.table.cut.TablePartitioners}.
 *
 * <pre>
 *   auto ({@link dev.atoll.spark.table.cut.AutomaticPartitioner})
 *     ├─ fits an executor ──► multilevel ({@link dev.atoll.spark.table.cut.SingleTaskPartitioner}): one task has the graph
 *     └─ does not ──────────► label-propagation ({@link dev.atoll.spark.table.cut.TableLabelPropagation}): no task has it
 *   hash ({@link dev.atoll.spark.table.cut.HashPartitioner}): parts by chance
 * </pre>
 */
package dev.atoll.spark.table.cut;
