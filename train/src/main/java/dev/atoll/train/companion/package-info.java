/**
 * Companions of training: stateful components that are notified of a worker's steps and epochs.
 *
 * <pre>
 *   Companion              the life cycle: epochs, steps, state for checkpoints, close
 *     EmbeddingCompanion     learnable rows and their moments
 *     ExchangeCompanion      rows of other workers that an exchange remembers
 *     SamplingCompanion      sampling that follows the costs of epochs
 *     CacheCompanion         rows cached by a placement
 *     LaunchCompanion        launches of batches by a rule (ByteGNN)
 *     …                      explanations beside training: sampling.dgs
 *   Companions             all of a worker, as one
 * </pre>
 */
package dev.atoll.train.companion;
