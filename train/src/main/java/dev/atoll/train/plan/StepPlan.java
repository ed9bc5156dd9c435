package dev.atoll.train.plan;

/** What a step of training takes: a sample of neighbourhoods, or the whole graph. */
public sealed interface StepPlan permits SampledPlan, FullGraphPlan {}
