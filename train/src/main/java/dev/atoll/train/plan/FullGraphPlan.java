package dev.atoll.train.plan;

import dev.atoll.train.halo.plan.ExchangePlan;

/**
 * Full-graph training: every step takes the whole graph.
 *
 * @param exchange how workers exchange embeddings and gradients
 * @param inductive whether training sees only edges between training nodes; evaluation sees all
 */
public record FullGraphPlan(ExchangePlan exchange, boolean inductive)
    implements TrainingPlan.Steps {
  /** Exact training: all edges, and fresh embeddings of all halo nodes. */
  public static final FullGraphPlan EXACT = new FullGraphPlan(ExchangePlan.EXACT, false);
}
