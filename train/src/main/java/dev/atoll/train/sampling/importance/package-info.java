/**
 * The importance of remote nodes and columns, as samplers and columns read it.
 *
 * <pre>
 *   Importance   weights of nodes and columns at some step
 *   KeptColumns  columns that are pulled, for the report of a run
 *   Periods      one after each period of a run, for readers that may come early
 * </pre>
 *
 * Its sources: {@link dev.atoll.train.sampling.dgs} by explanations, {@link
 * dev.atoll.train.sampling.gradients} from the training's own gradients.
 */
package dev.atoll.train.sampling.importance;
