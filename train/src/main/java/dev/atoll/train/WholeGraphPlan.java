package dev.atoll.train;

import dev.atoll.train.exchange.ExchangePlan;

/**
 * Every step takes the whole graph.
 *
 * @param exchange what workers tell each other
 * @param inductive whether training sees links between training nodes alone; evaluation sees all
 */
public record WholeGraphPlan(ExchangePlan exchange, boolean inductive) implements StepPlan {
  /** All links, and every row that is read. */
  public static final WholeGraphPlan EXACT = new WholeGraphPlan(ExchangePlan.EXACT, false);
}
