/** Folders that driver and executors share, and the disks of an executor. */
package dev.atoll.spark.table.storage;
