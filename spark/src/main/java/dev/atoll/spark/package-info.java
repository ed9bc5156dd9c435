/**
 * Atoll on a Spark cluster: the only room that imports Spark.
 *
 * <p>{@link dev.atoll.spark.SparkEngine} runs the workers of a job as the tasks of one barrier
 * stage:
 *
 * <pre>
 *   driver                                  executors
 *   Preflight: slots, settings
 *   barrier stage of TaskOrders      →      WorkerTask, one per worker: listens, tells its address
 *                                           through the barrier context, meets the others over TCP
 *   RunEventRelay: what happens        ←      RunCounters, accumulators that heartbeats carry
 *   the first worker's result        ←      ends in good order, or fails and is started again with
 *                                           all others, from the last checkpoint
 * </pre>
 */
package dev.atoll.spark;
