/**
 * Atoll on a Spark cluster: the only module that imports Spark.
 *
 * <p>{@link dev.atoll.spark.SparkEngine} runs the workers of a job as the tasks of one barrier
 * stage:
 *
 * <pre>
 *   driver                                  executors
 *   Preflight: slots, settings
 *   BarrierStage of TaskOrders       →      WorkerTask, one per worker
 *                                           TaskRendezvous: addresses through the barrier context,
 *                                           then TCP among the workers
 *   RunEventRelay: events            ←      RunCounters, accumulators that heartbeats carry
 *   the first worker's result        ←      all end together, or one fails and Spark starts all
 *                                           again, from the last checkpoint
 * </pre>
 *
 * <p>{@code table} does so for graphs that are tables, {@code ml} offers it as pipeline stages, and
 * {@code bench} measures tables for module {@code bench}.
 */
package dev.atoll.spark;
