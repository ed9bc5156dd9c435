/**
 * Objectives of node pairs: link prediction ({@link dev.atoll.train.plan.Objective.Link}), edge
 * classification ({@link dev.atoll.train.plan.Objective.Edge}), and unsupervised embeddings by
 * random walks ({@link dev.atoll.train.plan.Objective.Unsupervised}).
 *
 * <pre>
 *   seeds → pairs → negatives → the nodes of all of them → their embeddings, by any model → scores → loss
 * </pre>
 *
 * A batch's seeds are links or nodes; {@link dev.atoll.train.link.LinkSeeds} makes nodes of them
 * for the usual sampler, and of the nodes' embeddings the scores of pairs.
 */
package dev.atoll.train.link;
