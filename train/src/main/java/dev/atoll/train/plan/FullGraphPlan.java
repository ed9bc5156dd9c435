package dev.atoll.train.plan;

import dev.atoll.train.halo.ExchangePlan;

/**
 * Every step takes the whole graph.
 *
 * @param exchange what workers tell each other
 * @param inductive whether training sees links between training nodes alone; evaluation sees all
 */
public record FullGraphPlan(ExchangePlan exchange, boolean inductive) implements StepPlan {
  /** All links, and every row that is read. */
  public static final FullGraphPlan EXACT = new FullGraphPlan(ExchangePlan.EXACT, false);
}
