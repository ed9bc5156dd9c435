/**
 * The places of files: folders that driver and executors share ({@link
 * dev.atoll.spark.table.storage.SharedStorage}), the disks of an executor ({@link
 * dev.atoll.spark.table.storage.ScratchFolder}), and values that its tasks share.
 */
package dev.atoll.spark.table.storage;
