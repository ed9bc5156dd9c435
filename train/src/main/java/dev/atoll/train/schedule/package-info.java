/**
 * Schedules of the stages that prepare batches.
 *
 * <pre>
 *   Schedule             the policy: sequential, prefetch, two-level
 *   SamplingDag, Stage   the preparation of a batch as a graph of stages
 *   Pipeline             batches in their order, made ahead of their use
 *     PrefetchPipeline     sequential, and a fixed number of batches ahead
 * </pre>
 */
package dev.atoll.train.schedule;
