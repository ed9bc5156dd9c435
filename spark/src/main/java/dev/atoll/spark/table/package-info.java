/**
 * Graphs that are tables: from DataFrames of nodes and edges to shards, without any machine that
 * holds the graph, and back to DataFrames in the user's own ids.
 *
 * <pre>
 *   nodes: id, features, label, split      edges: src, dst
 *      │                                      │
 *      ▼ numbers 0 … n − 1 ({@link dev.atoll.spark.table.number.IdNumbers})
 *      │                                      ▼ pairs of numbers ({@link dev.atoll.spark.table.number.EdgeNumbers})
 *      ▼ a part for every number ({@link dev.atoll.spark.table.cut.TablePartitioner})
 *      ▼ one task per part writes its files ({@link dev.atoll.spark.table.store.ShardTables})
 *      │    and its own links ({@link dev.atoll.spark.table.store.StoredLinkFiles}), where links are learnt:
 *      │    a role for every pair of numbers ({@link dev.atoll.spark.table.number.LinkNumbers})
 *   storage: shards.json, part-0-indptr.npy, …, part-0-features.npy, ids/ (Parquet)
 * </pre>
 */
package dev.atoll.spark.table;
