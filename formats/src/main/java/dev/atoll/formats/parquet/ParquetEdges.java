package dev.atoll.formats.parquet;

import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.ColumnNames;
import dev.atoll.formats.table.EdgeTable;
import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.formats.table.TableColumns;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** An edge table in Parquet; its row groups are read on all cores. */
public final class ParquetEdges implements EdgeTable {
  private final ParquetFile file;
  private final ParquetColumn source;
  private final ParquetColumn target;
  private final Optional<ParquetColumn> weight;
  private final boolean textIds;

  public ParquetEdges(ParquetFile file, ColumnChoice wanted, boolean textIds) {
    this.file = file;
    this.textIds = textIds;
    var columns =
        new TableColumns(
            file.path().toString(), file.columns().stream().map(ParquetColumn::name).toList());
    if (columns.names().size() < 2) {
      throw BadDataException.at(
          file.path(), "columns %s; expected a source and a target".formatted(columns.names()));
    }
    int from = columns.find(wanted.source(), ColumnNames.SOURCE);
    int to = columns.find(wanted.target(), ColumnNames.TARGET);
    int first = from >= 0 ? from : to == 0 ? 1 : 0;
    int second = to >= 0 ? to : first == 1 ? 0 : 1;
    EdgeTable.requireTwoColumns(file.path(), first, second, columns.names());
    this.source = file.columns().get(first);
    this.target = file.columns().get(second);
    if (source.type().isWhole() != target.type().isWhole()) {
      throw BadDataException.at(
          file.path(),
          "column '%s' is %s and '%s' is %s; both must be whole numbers, or both text"
              .formatted(source.name(), source.type(), target.name(), target.type()));
    }
    int heavy = columns.find(Optional.empty(), ColumnNames.EDGE_WEIGHT);
    this.weight = heavy < 0 ? Optional.empty() : Optional.of(file.columns().get(heavy));
    weight.ifPresent(this::requireNumbers);
  }

  private void requireNumbers(ParquetColumn column) {
    if (column.isList() || !column.type().isNumber()) {
      throw BadDataException.at(
          file.path(),
          "column '%s' of %s%s; weights are numbers. Rename the column if it is no weight"
              .formatted(column.name(), column.isList() ? "lists of " : "", column.type()));
    }
  }

  @Override
  public boolean numbers() {
    return !textIds && source.type().isWhole();
  }

  @Override
  public List<PlannedColumn> plan() {
    return file.columns().stream()
        .map(
            column ->
                EdgeTable.planned(
                    file.path(),
                    column.name(),
                    column.equals(source),
                    column.equals(target),
                    weight.isPresent() && column.equals(weight.get())))
        .toList();
  }

  @Override
  public boolean weighted() {
    return weight.isPresent();
  }

  @Override
  public boolean isEmpty() {
    long rows = 0;
    for (int group = 0; group < file.groups(); group++) {
      rows += file.rows(group);
    }
    return rows == 0;
  }

  @Override
  public void collect(
      Supplier<? extends EdgeCollector> collectors, Supplier<ToLongFunction<IdCell>> resolvers)
      throws IOException {
    long[] firstRow = new long[file.groups()];
    for (int group = 1; group < firstRow.length; group++) {
      firstRow[group] = firstRow[group - 1] + file.rows(group - 1);
    }
    try {
      Parallel.forEach(
          Parallel.allCores(),
          file.groups(),
          group -> {
            try {
              collect(group, firstRow[group], collectors.get(), resolvers.get());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void collect(
      int group, long firstRow, EdgeCollector collector, ToLongFunction<IdCell> resolver)
      throws IOException {
    var from = new ParquetIdCell(file, source, group, firstRow);
    var to = new ParquetIdCell(file, target, group, firstRow);
    ColumnValues weights = weighted() ? file.read(group, weight.get()) : null;
    for (int row = 0; row < file.rows(group); row++) {
      long first = resolver.applyAsLong(from.at(row));
      long second = resolver.applyAsLong(to.at(row));
      if (weights == null) {
        collector.add(first, second);
      } else {
        double heavy = weights.isNull(row) ? Double.NaN : weights.number(row);
        collector.add(first, second, EdgeTable.requireWeight(heavy, to::bad));
      }
    }
    collector.flush();
  }
}
