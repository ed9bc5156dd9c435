/**
 * Graphs that are tables: converted from DataFrames of nodes and edges to shards, without a machine
 * that holds the whole graph, and back to DataFrames in the user's own ids.
 *
 * <pre>
 *   nodes: id, features, label, split      edges: src, dst          ({@link dev.atoll.spark.table.GraphTables})
 *      │                                      │
 *   number: 0 … n − 1 for every id            pairs of numbers, with a role each where links are trained on
 *      │                                      │
 *   cut: a part for every number   ◄──────────┤
 *      │                                      │
 *   store: one task per part writes its nodes, edges and links
 *      │
 *   storage: shards.json, part-0-indptr.npy, …, part-0-features.npy, ids/ (Parquet), graph.json
 *      │
 *   train: one task per part trains, writes predictions, reads them by id
 * </pre>
 */
package dev.atoll.spark.table;
