package dev.atoll.formats.table;

import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A table of edges in any format, with a weight per edge where a column is called {@code weight},
 * {@code edge_weight} or {@code w}.
 */
public interface EdgeTable {
  /** Whether ids are whole numbers; else they are text. */
  boolean numbers();

  /** Whether every edge has a weight. */
  boolean weighted();

  /** The outcome of each column. */
  List<PlannedColumn> plan();

  /** Remarks on the reading of the table. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Source and target of the first lines, where a header that was not recognised may be one of
   * them; else none.
   */
  default List<List<String>> firstEnds() throws IOException {
    return List.of();
  }

  /** A line of the plan. */
  static PlannedColumn planned(
      Path table, String column, boolean source, boolean target, boolean weight) {
    String role = source ? "source" : target ? "target" : weight ? "weight" : "none";
    boolean used = source || target || weight;
    return PlannedColumn.of(
        table.toString(), column, role, used ? "" : "left out: edges have weights only");
  }

  /** Throws if the source and the target of edges are the same column. */
  static void requireTwoColumns(Path table, int source, int target, List<String> columns) {
    if (source == target) {
      throw BadDataException.at(
          table,
          "column '%s' is both source and target; %s and %s name two of %s"
              .formatted(columns.get(source), Choice.SOURCE.text(), Choice.TARGET.text(), columns));
    }
  }

  /** Throws unless a number can be the weight of an edge. */
  static float requireWeight(double weight, Function<String, BadDataException> bad) {
    if (!(weight >= 0 && weight <= Float.MAX_VALUE)) {
      throw bad.apply(
          "weight %s; expected a finite number from 0. Rename the column if it is no weight"
              .formatted(weight));
    }
    return (float) weight;
  }

  /**
   * Collects all edges, on all cores.
   *
   * @param collectors a collector for each thread
   * @param resolvers makes a resolver of edge ends to node numbers for each thread
   */
  void collect(
      Supplier<? extends EdgeCollector> collectors, Supplier<ToLongFunction<IdCell>> resolvers)
      throws IOException;

  /** Whether the table has no row. */
  default boolean isEmpty() {
    return false;
  }

  /** The files of the table. */
  default List<EdgeTable> files() {
    return List.of(this);
  }

  /**
   * The table as the ids of nodes show it. A first line that holds the id of a node is an edge. One
   * that holds none, while the others do, is taken for the names of columns, if it would be refused
   * as an edge.
   *
   * @param isNode whether a text is the id of a node
   * @param unknown the treatment of edges to other ids
   */
  default EdgeTable among(Predicate<String> isNode, UnknownRule unknown) throws IOException {
    return this;
  }
}
