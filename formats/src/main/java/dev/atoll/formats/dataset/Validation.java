package dev.atoll.formats.dataset;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.formats.array.ArrayChecks;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.Split;
import java.lang.foreign.MemorySegment;

/**
 * Checks the content of a dataset's arrays.
 *
 * @param arrays checks their elements
 */
record Validation(ArrayChecks arrays) {
  void check(Dataset dataset) {
    arrays.rows(dataset.graph().rows());
    dataset.features().ifPresent(this::features);
    dataset.labels().ifPresent(this::labels);
    dataset.splits().values().forEach(this::split);
    if (dataset.ids().orElse(null) instanceof NodeIds.Texts ids) {
      arrays.ascending("ids_offsets", ids.offsets(), ids.rows(), ids.bytes().byteSize());
    }
  }

  private void features(Features features) {
    switch (features) {
      case Features.Dense dense -> dense(dense);
      case Features.Sparse sparse -> sparse(sparse);
    }
  }

  private void dense(Features.Dense features) {
    arrays.finite(
        features.element(),
        features.data(),
        features.rows() * features.width(),
        DatasetFolder.FEATURES,
        element ->
            "row %d, column %d".formatted(element / features.width(), element % features.width()));
  }

  private void sparse(Features.Sparse features) {
    long elements = features.columns().byteSize() / Integer.BYTES;
    arrays.ascending("features_indptr", features.rowStarts(), features.rows(), elements);
    arrays.within("features_indices", features.columns(), elements, features.width());
    columnsAscending(features);
    arrays.finite(
        Features.Element.F32,
        features.values(),
        elements,
        DatasetFolder.FEATURES_VALUES,
        element ->
            "row %d, column %d"
                .formatted(
                    rowOf(features, element),
                    features.columns().get(JAVA_INT_UNALIGNED, element * Integer.BYTES)));
  }

  private static long rowOf(Features.Sparse features, long element) {
    long row = 0;
    while (start(features.rowStarts(), row + 1) <= element) {
      row++;
    }
    return row;
  }

  private void columnsAscending(Features.Sparse features) {
    ArrayChecks.blocks(
        features.rows(),
        (from, to) -> {
          for (long row = from; row < to; row++) {
            int last = -1;
            long end = start(features.rowStarts(), row + 1);
            for (long element = start(features.rowStarts(), row); element < end; element++) {
              int column = features.columns().get(JAVA_INT_UNALIGNED, element * Integer.BYTES);
              if (column <= last) {
                throw arrays.bad(
                    DatasetFolder.FEATURES_INDICES,
                    "row %d: column %d after %d; columns must ascend".formatted(row, column, last));
              }
              last = column;
            }
          }
        });
  }

  private void labels(Labels labels) {
    switch (labels) {
      case Labels.Single single ->
          ArrayChecks.blocks(
              single.rows(),
              (from, to) -> {
                for (long row = from; row < to; row++) {
                  if (single.of(row) < -1 || single.of(row) >= single.classes()) {
                    throw arrays.bad(
                        DatasetFolder.LABELS,
                        "row %d: class %d; expected 0 to %d, or -1 for unknown"
                            .formatted(row, single.of(row), single.classes() - 1));
                  }
                }
              });
      case Labels.Multi multi ->
          ArrayChecks.blocks(
              multi.rows() * multi.classes(),
              (from, to) -> {
                for (long element = from; element < to; element++) {
                  byte flag = multi.data().get(JAVA_BYTE, element);
                  if (flag != 0 && flag != 1) {
                    throw arrays.bad(
                        DatasetFolder.LABELS,
                        "row %d, class %d is %d; expected 0 or 1"
                            .formatted(element / multi.classes(), element % multi.classes(), flag));
                  }
                }
              });
    }
  }

  private void split(Split split) {
    ArrayChecks.blocks(
        split.rows(),
        (from, to) -> {
          for (long row = from; row < to; row++) {
            if (split.role(row) < Split.NONE || split.role(row) > Split.TEST) {
              throw arrays.bad(
                  split.name().replaceAll(":.*", ""),
                  "%s: row %d is %d; expected 0 (train), 1 (validation), 2 (test) or -1 (none)"
                      .formatted(split.name(), row, split.role(row)));
            }
          }
        });
  }

  private static long start(MemorySegment starts, long row) {
    return starts.get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
  }
}
