/**
 * Inference: scores and predictions of a model, with all neighbours of every node.
 *
 * <p>{@link dev.atoll.train.inference.Inference} evaluates a model, and returns logits, embeddings
 * or scores of node pairs. {@link dev.atoll.train.loop.Training#inference()} gives the inference of
 * a model in training; {@code Inference.open} loads a trained model for a whole graph, without a
 * training. Rows are returned in the dataset's order, in memory of the caller's arena.
 *
 * <p>On several workers all call it together, and each gets the rows of its own nodes; scores are
 * the same on all of them. An inference is used by one thread at a time, and not while a step is
 * running. The computation itself is in {@code dev.atoll.train.inference.output}: one pass over
 * resident rows, or layer by layer in chunks for graphs that do not fit.
 */
package dev.atoll.train.inference;
