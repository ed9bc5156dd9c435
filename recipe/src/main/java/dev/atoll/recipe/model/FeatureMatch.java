package dev.atoll.recipe.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.Features;
import dev.atoll.graph.Parallel;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps the features of a dataset to the columns of a model: matches them by name and applies the
 * statistics of the training graph.
 */
final class FeatureMatch {
  private static final int PIECE = 1 << 10;

  private final List<ColumnCopy> copies = new ArrayList<>();
  private final int width;

  /** Writes the features of one column of the table. */
  @FunctionalInterface
  private interface ColumnCopy {
    void copy(float[] from, float[] to);
  }

  /**
   * @param place the dataset, for messages
   */
  FeatureMatch(List<EncodedColumn> has, List<EncodedColumn> wants, String place) {
    Map<String, Integer> firsts = new LinkedHashMap<>();
    Map<String, EncodedColumn> byName = new LinkedHashMap<>();
    int next = 0;
    for (EncodedColumn column : has) {
      byName.put(column.column(), column);
      firsts.put(column.column(), next);
      next += column.featureCount();
    }
    List<String> absent =
        wants.stream()
            .map(EncodedColumn::column)
            .filter(name -> !byName.containsKey(name))
            .toList();
    if (!absent.isEmpty()) {
      throw BadDataException.at(
          place,
          "no column %s, which the model was trained with; found %s. Import the table with --like and the run"
              .formatted(String.join(", ", absent), String.join(", ", byName.keySet())));
    }
    int to = 0;
    for (EncodedColumn wanted : wants) {
      EncodedColumn own = byName.get(wanted.column());
      copies.add(copy(own, wanted, firsts.get(wanted.column()), to, place));
      to += wanted.featureCount();
    }
    this.width = to;
  }

  private static ColumnCopy copy(
      EncodedColumn own, EncodedColumn wanted, int from, int to, String place) {
    if (own.equals(wanted)) {
      int count = own.featureCount();
      return (in, out) -> System.arraycopy(in, from, out, to, count);
    }
    if (own.numbers() != null && wanted.numbers() != null) {
      return numbers(own, wanted, from, to);
    }
    if (!own.categories().isEmpty() && !wanted.categories().isEmpty()) {
      int[] places = wanted.categories().stream().mapToInt(own.categories()::indexOf).toArray();
      return (in, out) -> {
        for (int i = 0; i < places.length; i++) {
          out[to + i] = places[i] < 0 ? 0 : in[from + places[i]];
        }
      };
    }
    throw BadDataException.at(
        place,
        "column '%s' was encoded by %s in %d columns, the model knows it by %s in %d; import the table with --like and the run"
            .formatted(own.column(), own.encoder(), own.width(), wanted.encoder(), wanted.width()));
  }

  private static ColumnCopy numbers(EncodedColumn own, EncodedColumn wanted, int from, int to) {
    return (in, out) -> {
      boolean missing = own.hasIndicator() && in[from + 1] != 0;
      double value = missing ? wanted.numbers().mean() : own.numbers().decode(in[from]);
      out[to] = (float) wanted.numbers().encode(value);
      if (wanted.hasIndicator()) {
        out[to + 1] = missing ? 1 : 0;
      }
    };
  }

  Features.Dense of(Features features, Arena into) {
    MemorySegment elements = into.allocate(JAVA_FLOAT, Math.max(1, features.rows() * width));
    Parallel.forEachRange(
        Parallel.allCores(),
        features.rows(),
        PIECE,
        (from, to) -> {
          var rows = new FeatureRows(features, FeatureScaling.NONE);
          float[] in = new float[features.width()];
          float[] out = new float[width];
          for (long node = from; node < to; node++) {
            rows.read(node, in);
            copies.forEach(copy -> copy.copy(in, out));
            MemorySegment.copy(out, 0, elements, JAVA_FLOAT, node * width * Float.BYTES, width);
          }
        });
    return new Features.Dense(features.rows(), width, Features.Element.F32, elements);
  }
}
