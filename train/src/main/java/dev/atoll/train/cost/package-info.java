/**
 * The cost of a run: seconds by phase, bytes between workers by purpose, rows by where they were
 * read.
 *
 * <p>{@link dev.atoll.train.cost.CostMeter} measures an {@link dev.atoll.train.cost.EpochCost},
 * summed over all workers, which call it together. {@link dev.atoll.train.cost.PhaseTimes}, {@link
 * dev.atoll.train.cost.ReadCounts} and {@link dev.atoll.train.cost.BroadcastCounts} count on one
 * worker, from any thread; {@link dev.atoll.train.cost.Timeline} records single spans.
 */
package dev.atoll.train.cost;
