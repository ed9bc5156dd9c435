/**
 * Full-graph batches of one worker that holds the whole graph.
 *
 * <p>{@link dev.atoll.train.batch.full.FullGraphBatches} orders rows by their distance from the
 * training nodes, so that each layer of a training step computes a prefix of the rows: only those
 * that the loss depends on. Training and evaluation share one {@link
 * dev.atoll.train.batch.full.WholeGraph} on the device, and blocks share its edges.
 */
package dev.atoll.train.batch.full;
