/** Partitioners of graphs that are tables. */
package dev.atoll.spark.table.cut;
