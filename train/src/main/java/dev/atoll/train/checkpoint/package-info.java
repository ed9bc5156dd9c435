/**
 * Checkpoints: a killed run resumes to the same bits.
 *
 * <p>{@link dev.atoll.train.checkpoint.Checkpoints} names the file and how often it is written;
 * {@link dev.atoll.train.checkpoint.Checkpoint} is the shared state: weights, moments, best weights
 * and finished epochs. Random numbers are functions of epoch and step, so there is no generator
 * state.
 *
 * <pre>
 *   Checkpoints        file, interval, seal; the first worker writes
 *   Checkpoint         the shared state, a safetensors file with its own digest
 *   CheckpointSeal     digests of settings, dataset and shards; another run's file is refused
 *   WorkerFiles        the state of every worker's companions: embeddings, stale rows, explanations
 * </pre>
 *
 * <p>Every worker writes its own file before the first worker replaces the checkpoint, and old
 * files are deleted afterwards: a run killed at any moment leaves a complete checkpoint, the old
 * one or the new. Writing never changes the result of a run.
 */
package dev.atoll.train.checkpoint;
