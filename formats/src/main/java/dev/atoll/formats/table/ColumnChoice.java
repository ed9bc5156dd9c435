package dev.atoll.formats.table;

import java.util.List;
import java.util.Optional;

/**
 * The columns to use, by the name in the header or by number from 1; empty ones are recognised by
 * name.
 *
 * @param features empty for all columns without another use
 */
public record ColumnChoice(
    Optional<String> source,
    Optional<String> target,
    Optional<String> id,
    Optional<String> label,
    Optional<String> split,
    List<String> features) {
  public static final ColumnChoice RECOGNIZED =
      new ColumnChoice(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());
}
