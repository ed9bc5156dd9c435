/**
 * Programs that use Atoll as a library. Each has one idea and prints its result.
 *
 * <pre>
 *   TrainFromJava         a dataset, a plan, a training; accuracy and predictions
 *   DistributedFromJava   a recipe by name on several workers; bytes and accuracy
 *   OwnLayer              a layer of one's own, on the full graph and on mini-batches
 *   .plugin               a sampler and a refresh rule that the command line finds by name
 * </pre>
 */
package dev.atoll.examples;
