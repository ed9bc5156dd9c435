/**
 * Spark jobs that write tables as shards, driven by {@link
 * dev.atoll.spark.table.store.ShardTables}.
 *
 * <pre>
 *   number, part ─ {@link dev.atoll.spark.table.store.PartTask} ─► {@link dev.atoll.spark.table.store.NodeAssignments}: every node's position after partitioning
 *   edges of a part ─ {@link dev.atoll.spark.table.store.EdgeTask} ─► indptr, indices, halo
 *   nodes of a part ─ {@link dev.atoll.spark.table.store.NodeTask} ─► features, labels, split
 *   links of a part ─ {@link dev.atoll.spark.table.store.LinkTask} ─► heads, tails, roles
 * </pre>
 */
package dev.atoll.spark.table.store;
