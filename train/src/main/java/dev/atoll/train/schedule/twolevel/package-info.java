/**
 * Two-level scheduling of ByteGNN (Zheng et al., VLDB 2022, section 5).
 *
 * <pre>
 *   TwoLevel           the schedule and its settings
 *   TwoLevelPipeline   launches DAGs by a score, runs their stages by priority
 *     LaunchRule         the score (coarse level)
 *       CpuUse             the machine's, of the processors that this process may use
 *     StageGate          the priority (fine level)
 *     BatchInProgress    one launched DAG
 * </pre>
 */
package dev.atoll.train.schedule.twolevel;
