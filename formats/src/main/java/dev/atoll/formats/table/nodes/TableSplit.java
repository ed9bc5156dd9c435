package dev.atoll.formats.table.nodes;

import dev.atoll.graph.SplitRule;
import java.util.Optional;

/**
 * A split to make of a node table.
 *
 * @param by a column: of dates, by which the earliest nodes train and the latest test; or of other
 *     values, where nodes of equal values stay together
 */
public record TableSplit(SplitRule rule, Optional<String> by, long seed) {
  /** Whether each class is dealt out by itself. */
  boolean stratified() {
    return rule.stratified();
  }
}
