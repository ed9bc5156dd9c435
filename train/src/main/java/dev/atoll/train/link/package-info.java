/**
 * Learning about pairs of nodes: links ({@link dev.atoll.train.plan.Objective.Link}), kinds of
 * links ({@link dev.atoll.train.plan.Objective.Edge}), and nodes without labels, which shall
 * resemble those that a random walk meets ({@link dev.atoll.train.plan.Objective.Unsupervised}).
 *
 * <pre>
 *   seeds → pairs → negatives → the nodes of all of them → their rows, by any model → scores → loss
 * </pre>
 *
 * A batch's seeds are links or nodes; {@link dev.atoll.train.link.LinkSeeds} makes nodes of them
 * for the usual sampler, and of the nodes' rows the scores of pairs.
 */
package dev.atoll.train.link;
