package dev.atoll.spark.table;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * A graph as two tables.
 *
 * <pre>{@code
 * var graph = GraphTables.of(spark.read().parquet("papers"), spark.read().parquet("citations"))
 *     .withUnknown(UnknownNodes.DROP);
 * }</pre>
 *
 * @param nodes one row per node: {@code id} (any type that can be compared), {@code features} (an
 *     array of numbers, all of one length), {@code label} (0 … classes − 1, null where unknown) and
 *     {@code split} ("train", "validation", "test" or null)
 * @param edges one row per edge: {@code src}, {@code dst}, and {@code split} if links to predict
 *     are given rather than drawn
 * @param unknown the handling of edges to nodes that are not in {@code nodes}
 * @param symmetric whether every edge counts in both directions
 * @param links the edges held out as validation and test links; empty if edges serve only for
 *     message passing
 */
public record GraphTables(
    Dataset<Row> nodes,
    Dataset<Row> edges,
    UnknownNodes unknown,
    boolean symmetric,
    Optional<LinkShares> links) {
  public static final String ID = "id";
  public static final String FEATURES = "features";
  public static final String LABEL = "label";
  public static final String SPLIT = "split";
  public static final String SOURCE = "src";
  public static final String TARGET = "dst";
  static final String WEIGHT = "weight";

  public GraphTables {
    if (links.isPresent() && !symmetric) {
      throw new IllegalArgumentException(
          "links are learned without direction: leave out withSymmetric(false)");
    }
  }

  /** A graph with edges in both directions, where unknown nodes are an error. */
  public static GraphTables of(Dataset<Row> nodes, Dataset<Row> edges) {
    return new GraphTables(nodes, edges, UnknownNodes.FAIL, true, Optional.empty());
  }

  public GraphTables withUnknown(UnknownNodes other) {
    return new GraphTables(nodes, edges, other, symmetric, links);
  }

  public GraphTables withSymmetric(boolean other) {
    return new GraphTables(nodes, edges, unknown, other, links);
  }

  /** A copy whose edges are undirected links to predict. */
  public GraphTables withLinks(LinkShares shares) {
    return new GraphTables(nodes, edges, unknown, symmetric, Optional.of(shares));
  }

  /** The nodes with all four columns, labels as doubles; missing columns are null. */
  public Dataset<Row> wholeNodes() {
    TableErrors.requireColumn("nodes", nodes, ID);
    TableErrors.requireColumn("nodes", nodes, FEATURES);
    TableErrors.requireNumbers(nodes.schema().apply(FEATURES).dataType());
    return nodes.select(
        functions.col(ID),
        functions.col(FEATURES).cast("array<float>").as(FEATURES),
        label().as(LABEL),
        column(SPLIT).cast("string").as(SPLIT));
  }

  /** Labels as doubles, also from texts as in CSV files; NaN if they are no numbers. */
  private Column label() {
    Column given = column(LABEL);
    Column number = given.try_cast("double");
    return functions.when(given.isNotNull(), functions.coalesce(number, functions.lit(Double.NaN)));
  }

  private Column column(String name) {
    boolean there = List.of(nodes.columns()).contains(name);
    return there ? functions.col(name) : functions.lit(null);
  }

  /** The ends of the edges, in the type of the nodes' ids. */
  public Dataset<Row> ends() {
    TableErrors.requireColumn("edges", edges, SOURCE);
    TableErrors.requireColumn("edges", edges, TARGET);
    TableErrors.requireSameType(nodes, edges);
    TableErrors.refuseWeights(edges);
    return linksAreSplit()
        ? edges.select(
            functions.col(SOURCE), functions.col(TARGET), functions.col(SPLIT).cast("string"))
        : edges.select(functions.col(SOURCE), functions.col(TARGET));
  }

  /** Whether the table of edges gives the role of every link. */
  private boolean linksAreSplit() {
    return links.isPresent() && List.of(edges.columns()).contains(SPLIT);
  }
}
