/**
 * Events of a running training, and its result.
 *
 * <p>A run reports {@link dev.atoll.train.event.TrainEvent}s to a listener, on the training thread
 * of every worker, and returns a {@link dev.atoll.train.event.TrainingResult}.
 */
package dev.atoll.train.event;
