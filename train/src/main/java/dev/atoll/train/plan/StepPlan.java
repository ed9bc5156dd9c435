package dev.atoll.train.plan;

/** The input of a training step: sampled neighbourhoods, or the full graph. */
sealed interface StepPlan permits SampledPlan, FullGraphPlan {}
