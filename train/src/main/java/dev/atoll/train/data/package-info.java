/**
 * The data of one worker: a whole dataset in memory, or its share of tables.
 *
 * <p>{@link dev.atoll.train.data.WorkerData} has the labels and splits of all nodes, and features
 * and edges of all nodes or only of the worker's own. Reading data that a worker does not hold
 * throws an error that names it.
 */
package dev.atoll.train.data;
