/** Spark jobs that write tables as shards. */
package dev.atoll.spark.table.store;
