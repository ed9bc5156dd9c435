package dev.atoll.train.plan;

import dev.atoll.train.halo.ExchangePlan;

/**
 * Full-graph training: every step takes the whole graph.
 *
 * @param exchange how workers exchange embeddings and gradients
 * @param inductive whether training sees edges between training nodes alone; evaluation sees all
 */
public record FullGraphPlan(ExchangePlan exchange, boolean inductive) implements StepPlan {
  /** All edges, and every row that is read. */
  public static final FullGraphPlan EXACT = new FullGraphPlan(ExchangePlan.EXACT, false);
}
