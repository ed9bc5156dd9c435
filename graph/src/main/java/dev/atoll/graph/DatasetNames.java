package dev.atoll.graph;

import java.util.List;
import java.util.stream.Stream;

/**
 * The names of a dataset's feature columns and classes.
 *
 * @param columns in the order of the features; empty if they have no names
 * @param classes by number; empty if classes have no names
 */
public record DatasetNames(List<EncodedColumn> columns, List<String> classes) {
  public static final DatasetNames NONE = new DatasetNames(List.of(), List.of());

  public DatasetNames {
    columns = columns == null ? List.of() : List.copyOf(columns);
    classes = classes == null ? List.of() : List.copyOf(classes);
  }

  /** The names of the feature columns; empty if they have none. */
  public List<String> features() {
    return columns.stream().flatMap(column -> column.featureNames().stream()).toList();
  }

  /** The name of a class, or its number if it has no name. */
  public String ofClass(int number) {
    return number < classes.size() ? classes.get(number) : Integer.toString(number);
  }

  /** The names of a number of classes. */
  public List<String> ofClasses(int count) {
    return Stream.iterate(0, i -> i < count, i -> i + 1).map(this::ofClass).toList();
  }
}
