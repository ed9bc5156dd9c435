/**
 * The making of a batch as a graph of tasks.
 *
 * <pre>
 *   Operator      five kinds of work, and the join
 *   Task          one operator: what it needs, does and costs
 *   SamplingDag   all tasks of a batch, made once; checked for circles and loose ends
 * </pre>
 *
 * When the tasks of which batch run is decided in {@link dev.atoll.train.schedule}.
 */
package dev.atoll.train.dag;
