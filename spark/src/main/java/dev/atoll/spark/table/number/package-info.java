/**
 * Numbers for ids of any type: the rank of an id's hash among the sorted hashes of all ids.
 *
 * <pre>
 *   id ─ xxhash64 ─► sorted hashes, in chunks on the storage ({@link dev.atoll.spark.table.number.HashTask})
 *                       │ mapped by every executor ({@link dev.atoll.spark.table.number.SortedHashes})
 *   src, dst ───────────┴─► s, d ({@link dev.atoll.spark.table.number.EdgeNumbers}) ─► roles ({@link dev.atoll.spark.table.number.LinkNumbers})
 * </pre>
 */
package dev.atoll.spark.table.number;
