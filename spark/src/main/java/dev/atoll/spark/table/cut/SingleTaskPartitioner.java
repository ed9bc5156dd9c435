package dev.atoll.spark.table.cut;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.spark.TaskSettings;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.number.EdgeNumbers;
import dev.atoll.spark.table.number.IdNumbers;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Partitions like {@code atoll partition}: one task gathers the graph and partitions it in its
 * memory. The best cut for graphs that fit one executor; others are refused before work begins.
 *
 * @param settings of the cut by name, such as {@code partition.objective}; the partitioner is
 *     multilevel unless {@code partitioner} names another
 * @param mostBytes limit of the task, in its heap and outside of it; 0 for {@code
 *     spark.executor.memory}
 */
public record SingleTaskPartitioner(Map<String, String> settings, long mostBytes)
    implements TablePartitioner {
  /**
   * Bytes of an edge: both ends while gathered, then two arcs in the graph, in coarser graphs and
   * in gains.
   */
  private static final long BYTES_PER_EDGE = 8 + 2 * (4 + 16 + 8);

  /** Bytes of a node: offsets, weights of five constraints on all levels, orders and marks. */
  private static final long BYTES_PER_NODE = 8 + 2 * 5 * 4 + 96;

  public SingleTaskPartitioner {
    settings = Map.copyOf(settings);
  }

  /** A multilevel partitioner that balances every share of the graph. */
  public SingleTaskPartitioner() {
    this(Map.of(), 0);
  }

  /** Bytes that the task with the graph needs, in its heap and outside of it. */
  static long bytes(long nodes, long edges) {
    return nodes * BYTES_PER_NODE + edges * BYTES_PER_EDGE;
  }

  /** Bytes that the task may use: the given limit, or the size of an executor's heap. */
  static long limit(long mostBytes, SparkContext spark) {
    if (mostBytes > 0) {
      return mostBytes;
    }
    return spark.isLocal() ? Runtime.getRuntime().maxMemory() : (long) spark.executorMemory() << 20;
  }

  @Override
  public Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch) {
    SparkSession spark = nodes.sparkSession();
    long count = nodes.count();
    requireMemory(bytes(count, edges.count()), limit(mostBytes, spark.sparkContext()));
    Dataset<Row> all =
        nodes
            .select(col(IdNumbers.NUMBER), role().as("other"))
            .union(edges.select(EdgeNumbers.SOURCE, EdgeNumbers.TARGET));
    all.repartition(1)
        .mapPartitions(
            new GatheringTask(TaskSettings.of(given()), count, parts),
            Encoders.row(GatheringTask.SCHEMA))
        .write()
        .parquet(scratch);
    return spark.read().parquet(scratch);
  }

  private static void requireMemory(long needed, long limit) {
    if (needed > limit) {
      throw new BadDataException(
          "cutting this graph in one task needs about %,d MiB, and it may take %,d MiB: raise spark.executor.memory, or cut by label-propagation, which needs no machine that holds the graph"
              .formatted(Math.ceilDiv(needed, 1L << 20), limit >> 20));
    }
  }

  private Settings given() {
    List<Assignment> all =
        settings.entrySet().stream()
            .map(entry -> new Assignment(entry.getKey(), entry.getValue(), "the cut's settings"))
            .toList();
    return Settings.of(all);
  }

  /** Encodes a node's role as a negative number, which no end of an edge is. */
  private static Column role() {
    Column name = col(GraphTables.SPLIT);
    return when(name.equalTo("train"), GatheringTask.mark(Split.TRAIN))
        .when(name.isin("validation", "val"), GatheringTask.mark(Split.VALIDATION))
        .when(name.equalTo("test"), GatheringTask.mark(Split.TEST))
        .otherwise(lit(GatheringTask.mark(Split.NONE)));
  }
}
