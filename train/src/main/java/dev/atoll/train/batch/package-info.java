/**
 * Batches: the input of a step and its loss.
 *
 * <p>A {@link dev.atoll.train.batch.Batch} has input rows and one {@link
 * dev.atoll.train.block.DeviceBlock} per layer; a {@link dev.atoll.train.batch.TrainingBatch} adds
 * a {@link dev.atoll.train.batch.BatchLoss}. Models see no other difference between a full graph, a
 * sample and a shard. A {@link dev.atoll.train.batch.BatchSource} returns the batches of an epoch;
 * a batch is valid until the next one is requested.
 *
 * <pre>
 *   batch           the types above, and host matrices on their way to a device
 *   batch.full      the full graph on one worker
 *   batch.sampled   mini-batches of sampled neighbourhoods
 *   batch.shard     the full graph on several workers, with a halo exchange
 * </pre>
 */
package dev.atoll.train.batch;
