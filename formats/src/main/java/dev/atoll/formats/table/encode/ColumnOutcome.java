package dev.atoll.formats.table.encode;

import dev.atoll.graph.EncodedColumn;
import java.util.Optional;

/**
 * The outcome of a column: features, or nothing.
 *
 * @param reason why there are no features
 */
public record ColumnOutcome(Optional<EncodedColumn> features, String reason) {
  static ColumnOutcome of(EncodedColumn features) {
    return new ColumnOutcome(Optional.of(features), "");
  }

  static ColumnOutcome leftOut(String reason) {
    return new ColumnOutcome(Optional.empty(), reason);
  }
}
