/**
 * When the tasks of batches run.
 *
 * <pre>
 *   Schedule             a way to schedule: sequential, prefetch, two-level
 *   SamplingDag, Stage   the making of a batch as a graph of tasks
 *   Pipeline             batches in their order, made ahead of their use
 *     PrefetchPipeline     sequential, and a fixed number of batches ahead
 * </pre>
 */
package dev.atoll.train.schedule;
