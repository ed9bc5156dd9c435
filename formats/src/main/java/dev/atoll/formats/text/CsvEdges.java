package dev.atoll.formats.text;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.spool.EdgeSpool;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.ColumnNames;
import dev.atoll.formats.table.EdgeTable;
import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.TableColumns;
import dev.atoll.graph.Parallel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** An edge table, one line per edge; read on all cores. */
public final class CsvEdges implements EdgeTable {
  private static final int SAMPLE = 100;

  private final TextFile file;
  private final Dialect dialect;
  private final int source;
  private final int target;

  /** −1 where edges have no weights. */
  private final int weight;

  private final boolean numbers;

  public CsvEdges(Path path, ColumnChoice wanted, boolean textIds, DatasetWriter writer)
      throws IOException {
    this.file = new TextFile(path);
    this.dialect = Dialect.detect(file);
    var columns = new TableColumns(path.toString(), dialect.columns());
    int from = columns.find(wanted.source(), ColumnNames.SOURCE);
    int to = columns.find(wanted.target(), ColumnNames.TARGET);
    this.source = from < 0 ? 0 : from;
    this.target = to < 0 ? 1 : to;
    this.weight = columns.find(Optional.empty(), ColumnNames.EDGE_WEIGHT);
    this.numbers =
        !textIds
            && file.firstLines(dialect, SAMPLE).stream()
                .allMatch(
                    row ->
                        row.size() <= Math.max(source, target)
                            || (isId(row.get(source)) && isId(row.get(target))));
    if (dialect.columns().size() > (weighted() ? 3 : 2)) {
      writer.note("further columns of the edge table left out");
    }
  }

  /** Whether a text is a whole number and nothing is lost by reading it as one. */
  public static boolean isId(String text) {
    return text.matches("-?(0|[1-9][0-9]{0,17})");
  }

  @Override
  public boolean numbers() {
    return numbers;
  }

  @Override
  public boolean weighted() {
    return weight >= 0;
  }

  /** Collects edges between nodes whose ids are their numbers. */
  public void collect(EdgeSpool spool, long nodes) throws IOException {
    collect(
        spool,
        () ->
            cell -> {
              long id = cell.number();
              if (id < 0 || id >= nodes) {
                throw cell.bad("node %d; expected 0 to %d".formatted(id, nodes - 1));
              }
              return id;
            });
  }

  @Override
  public void collect(EdgeSpool spool, Supplier<ToLongFunction<IdCell>> resolvers)
      throws IOException {
    int[] places =
        IntStream.of(source, target, weight).filter(place -> place >= 0).sorted().toArray();
    file.forEachBlock(
        Parallel.allCores(),
        dialect,
        fields -> {
          EdgeSpool.Collector collector = spool.collector();
          ToLongFunction<IdCell> resolver = resolvers.get();
          IdCell cell = new CsvIdCell(fields);
          while (fields.nextLine()) {
            if (fields.line() != dialect.headerLine()) {
              addEdge(places, fields, cell, resolver, collector);
            }
          }
          collector.flush();
        });
  }

  private void addEdge(
      int[] places,
      Fields fields,
      IdCell cell,
      ToLongFunction<IdCell> resolver,
      EdgeSpool.Collector collector)
      throws IOException {
    long from = -1;
    long to = -1;
    float heavy = 1;
    int next = 0;
    for (int place : places) {
      fields.skip(place - next);
      next = place + 1;
      if (place == source) {
        from = resolver.applyAsLong(cell);
      } else if (place == target) {
        to = resolver.applyAsLong(cell);
      } else {
        heavy = EdgeTable.requireWeight(fields.nextDouble(), fields::badLine);
      }
    }
    if (weighted()) {
      collector.add(from, to, heavy);
    } else {
      collector.add(from, to);
    }
  }
}
