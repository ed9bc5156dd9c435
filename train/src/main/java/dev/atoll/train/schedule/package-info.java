/**
 * When the tasks of batches run.
 *
 * <pre>
 *   Scheduler            a way to schedule
 *   Pipeline             batches in their order, made ahead of their use
 *     AheadPipeline        sequential, and a fixed number of batches ahead
 *     TwoLevelPipeline     ByteGNN: launches DAGs by a score, runs their tasks by priority
 *       LaunchRule           the score
 *       TaskGate             the priority
 * </pre>
 */
package dev.atoll.train.schedule;
