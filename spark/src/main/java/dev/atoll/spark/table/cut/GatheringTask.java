package dev.atoll.spark.table.cut;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.spark.TaskSettings;
import dev.atoll.spark.table.number.IdNumbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Gathers a whole graph and partitions it. Rows are edges, or a node with the mark of its role, in
 * any order.
 */
record GatheringTask(TaskSettings settings, long nodes, int parts)
    implements MapPartitionsFunction<Row, Row> {
  static final StructType SCHEMA =
      new StructType()
          .add(IdNumbers.NUMBER, DataTypes.LongType, false)
          .add(TablePartitioner.PART, DataTypes.IntegerType, false);

  private static final String SPLIT = "split";

  /** The number that marks a row as a node of a role. */
  static long mark(int role) {
    return -2L - role;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    Settings own = settings.with(TaskContext.get().cpus());
    try (Arena arena = Arena.ofShared()) {
      Dataset dataset = gathered(rows, arena);
      Partitioning found =
          Partitioners.partitioner(own)
              .partition(dataset.graph(), Partitioners.goal(own, dataset, parts));
      return IntStream.range(0, found.nodeCount())
          .mapToObj(node -> RowFactory.create((long) node, found.partOf(node)))
          .iterator();
    }
  }

  private Dataset gathered(Iterator<Row> rows, Arena arena) {
    MemorySegment roles = arena.allocate(nodes);
    CsrGraph graph;
    try (var edges = new GatheredEdges(nodes)) {
      while (rows.hasNext()) {
        Row row = rows.next();
        long other = row.getLong(1);
        if (other < 0) {
          roles.set(JAVA_BYTE, row.getLong(0), (byte) (-2 - other));
        } else {
          edges.add(row.getLong(0), other);
        }
      }
      CsrOptions options = CsrOptions.AS_GIVEN.symmetrized().deduplicated();
      graph = new CsrBuilder(options).build(edges, Storage.in(arena));
    }
    return Dataset.of("tables", graph, arena)
        .withSplits(Map.of(SPLIT, new Split(SPLIT, nodes, roles)));
  }
}
