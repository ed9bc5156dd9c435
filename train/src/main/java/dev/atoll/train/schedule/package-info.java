/**
 * When the tasks of batches run.
 *
 * <pre>
 *   Scheduler            a way to schedule
 *   Pipeline             batches in their order, made ahead of their use
 *     PrefetchPipeline        sequential, and a fixed number of batches ahead
 *     TwoLevelPipeline     ByteGNN: launches DAGs by a score, runs their tasks by priority
 *       LaunchRule           the score
 *       StageGate             the priority
 * </pre>
 */
package dev.atoll.train.schedule;
