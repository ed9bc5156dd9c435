/**
 * Settings of a training run, as values.
 *
 * <p>{@link dev.atoll.train.plan.TrainingPlan} has all settings that determine the result of a run
 * on a dataset. Its {@link dev.atoll.train.plan.TrainingPlan.Steps} is a {@link
 * dev.atoll.train.plan.SampledPlan} for mini-batches or a {@link
 * dev.atoll.train.plan.FullGraphPlan}; its {@link dev.atoll.train.plan.Objective} is node, edge or
 * link prediction, or unsupervised. Plans are immutable and check their values when they are
 * created; {@code with} methods return changed copies. {@link dev.atoll.train.data.RequiredData}
 * checks that a dataset has the data a plan needs.
 */
package dev.atoll.train.plan;
