/**
 * Files and values of an import on a cluster.
 *
 * <p>{@link dev.atoll.spark.table.storage.SharedStorage} is a folder that the driver and all
 * executors share, on HDFS, an object store or a common file system. {@link
 * dev.atoll.spark.table.storage.ScratchFolder} is on the local disks of an executor; other classes
 * hold values that the tasks of one executor share.
 */
package dev.atoll.spark.table.storage;
