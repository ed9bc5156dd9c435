/**
 * Events of a running training, and its result.
 *
 * <p>A run reports {@link dev.atoll.train.event.TrainEvent}s to a listener, on the training thread
 * of every worker, and returns a {@link dev.atoll.train.event.TrainingResult}: an {@link
 * dev.atoll.train.event.Evaluation} has the {@link dev.atoll.train.event.Scores} of each part of
 * the split, {@link dev.atoll.train.event.NodeRows} the outputs or embeddings of nodes.
 */
package dev.atoll.train.event;
