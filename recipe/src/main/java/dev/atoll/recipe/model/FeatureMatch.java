package dev.atoll.recipe.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.Features;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Maps the features of a dataset to the columns of a model: matches them by name and applies the
 * statistics of the training graph.
 */
final class FeatureMatch {
  private static final int PIECE = 1 << 10;

  private final List<ColumnCopy> copies = new ArrayList<>();
  private final List<Unseen> unseen = new ArrayList<>();
  private final int width;

  /** Writes the features of one column of the table. */
  @FunctionalInterface
  private interface ColumnCopy {
    void copy(float[] from, float[] to);
  }

  /**
   * A category of the dataset that the model was not trained with.
   *
   * @param feature its column among the features of the dataset
   * @param nodes the number of nodes that have it
   */
  private record Unseen(String column, String category, int feature, LongAdder nodes) {}

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

  private ColumnCopy copy(EncodedColumn own, EncodedColumn wanted, int from, int to, String place) {
    if (own.equals(wanted)) {
      int count = own.featureCount();
      return (in, out) -> System.arraycopy(in, from, out, to, count);
    }
    if (own.numbers() != null && wanted.numbers() != null) {
      return numbers(own, wanted, from, to);
    }
    if (!own.categories().isEmpty() && !wanted.categories().isEmpty()) {
      int[] places = wanted.categories().stream().mapToInt(own.categories()::indexOf).toArray();
      for (int i = 0; i < own.categories().size(); i++) {
        String category = own.categories().get(i);
        if (!wanted.categories().contains(category)) {
          unseen.add(new Unseen(own.column(), category, from + i, new LongAdder()));
        }
      }
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
            for (Unseen category : unseen) {
              if (in[category.feature] != 0) {
                category.nodes.increment();
              }
            }
            MemorySegment.copy(out, 0, elements, JAVA_FLOAT, node * width * Float.BYTES, width);
          }
        });
    return new Features.Dense(features.rows(), width, Features.Element.F32, elements);
  }

  /** Remarks on values that nodes have and the model does not know, one for each column. */
  List<String> remarks() {
    Map<String, List<Unseen>> byColumn =
        unseen.stream()
            .filter(category -> category.nodes.sum() > 0)
            .collect(groupingBy(Unseen::column, LinkedHashMap::new, toList()));
    return byColumn.entrySet().stream()
        .map(
            found ->
                "column '%s': %s with values that the model was not trained with, such as '%s'; these set no feature"
                    .formatted(
                        found.getKey(),
                        nodes(found.getValue().stream().mapToLong(one -> one.nodes.sum()).sum()),
                        found.getValue().getFirst().category))
        .toList();
  }

  private static String nodes(long count) {
    return count == 1 ? "1 node" : count + " nodes";
  }
}
