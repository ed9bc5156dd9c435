package dev.atoll.formats.text;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.formats.spool.EdgeSpool;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.ColumnNames;
import dev.atoll.formats.table.EdgeTable;
import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.formats.table.TableColumns;
import dev.atoll.formats.table.UnknownRule;
import dev.atoll.formats.table.encode.DecimalComma;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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

  /** Whether weights are written as 0,5. */
  private final boolean decimalCommas;

  private final boolean numbers;
  private final HeaderRule header;
  private final ColumnChoice wanted;
  private final boolean textIds;

  private final FirstLine firstLine;

  /** The reading of a first line that is no header by itself. */
  private enum FirstLine {
    AS_IT_LOOKS,
    /** It names the columns, as it alone holds no ids of nodes. */
    HEADER_BY_NODES,
    /** It is an edge, although it alone holds no ids of nodes. */
    EDGE_OF_NO_NODES
  }

  /** A table whose columns and header are recognised; omitted columns are noted. */
  public CsvEdges(Path path, ColumnChoice wanted, boolean textIds, DatasetWriter writer)
      throws IOException {
    this(path, wanted, textIds, HeaderRule.AUTO);
    if (dialect.columns().size() > (weighted() ? 3 : 2)) {
      writer.note("further columns of the edge table left out");
    }
  }

  public CsvEdges(Path path, ColumnChoice wanted, boolean textIds, HeaderRule header)
      throws IOException {
    this(path, wanted, textIds, header, FirstLine.AS_IT_LOOKS);
  }

  private CsvEdges(
      Path path, ColumnChoice wanted, boolean textIds, HeaderRule header, FirstLine firstLine)
      throws IOException {
    this.firstLine = firstLine;
    this.file = new TextFile(path);
    this.header = header;
    this.wanted = wanted;
    this.textIds = textIds;
    this.dialect = Dialect.detect(file, header);
    if (dialect.columns().size() < 2) {
      throw BadDataException.at(
          path,
          "one column, %s; expected two at least: a source column and a target column"
              .formatted(dialect.columns()));
    }
    var columns = new TableColumns(path.toString(), dialect.columns());
    int from = columns.find(wanted.source(), ColumnNames.SOURCE);
    int to = columns.find(wanted.target(), ColumnNames.TARGET);
    this.source = from >= 0 ? from : to == 0 ? 1 : 0;
    this.target = to >= 0 ? to : source == 1 ? 0 : 1;
    EdgeTable.requireTwoColumns(path, source, target, columns.names());
    this.weight = columns.find(Optional.empty(), ColumnNames.EDGE_WEIGHT);
    List<List<String>> sample = file.firstLines(dialect, SAMPLE);
    if (sample.isEmpty()) {
      throw BadDataException.at(
          path,
          "no row after the header %s; expected one line for each edge".formatted(columns.names()));
    }
    this.decimalCommas = weight >= 0 && hasDecimalCommas(sample, weight);
    this.numbers =
        !textIds
            && sample.stream()
                .allMatch(
                    row ->
                        row.size() <= Math.max(source, target)
                            || (isId(row.get(source)) && isId(row.get(target))));
    if (header == HeaderRule.AUTO && dialect.headerLine() == 0 && !numbers) {
      requireWords(sample);
    }
  }

  /** Whether all of a column can be read with decimal commas, and some only so. */
  private static boolean hasDecimalCommas(List<List<String>> sample, int column) {
    List<String> cells =
        sample.stream().filter(row -> row.size() > column).map(row -> row.get(column)).toList();
    return cells.stream().anyMatch(DecimalComma::isCertain)
        && cells.stream().allMatch(DecimalComma::isNumber);
  }

  /** Ids that are mostly several words are sentences cut at their commas. */
  private void requireWords(List<List<String>> sample) {
    long sentences =
        sample.stream()
            .filter(row -> row.size() > Math.max(source, target))
            .filter(row -> row.get(source).contains(" ") || row.get(target).contains(" "))
            .count();
    if (2 * sentences > sample.size()) {
      throw BadDataException.at(
          file.path(),
          "no header, and '%s' does not look like an id; expected a table of edges. If it is one: %s or %s"
              .formatted(
                  sample.getFirst().get(source),
                  Choice.HEADER_YES.text(),
                  Choice.HEADER_NO.text()));
    }
  }

  @Override
  public EdgeTable among(Predicate<String> isNode, UnknownRule unknown) throws IOException {
    if (header != HeaderRule.AUTO || numbers) {
      return this;
    }
    if (dialect.guessed()) {
      List<String> first = dialect.columns();
      return isNode.test(first.get(source)) || isNode.test(first.get(target))
          ? new CsvEdges(file.path(), wanted, textIds, HeaderRule.NO)
          : this;
    }
    if (dialect.headerLine() > 0 || unknown == UnknownRule.DROP || !firstLineIsNoEdge(isNode)) {
      return this;
    }
    return unknown == UnknownRule.REFUSE
        ? new CsvEdges(file.path(), wanted, textIds, HeaderRule.YES, FirstLine.HEADER_BY_NODES)
        : new CsvEdges(file.path(), wanted, textIds, HeaderRule.NO, FirstLine.EDGE_OF_NO_NODES);
  }

  /** Whether both ends of the first edge are unknown while most others are nodes. */
  private boolean firstLineIsNoEdge(Predicate<String> isNode) throws IOException {
    List<List<String>> sample =
        file.firstLines(dialect, SAMPLE).stream()
            .filter(row -> row.size() > Math.max(source, target))
            .toList();
    if (sample.size() < 2) {
      return false;
    }
    List<String> first = sample.getFirst();
    List<List<String>> others = sample.subList(1, sample.size());
    long known =
        others.stream()
            .filter(row -> isNode.test(row.get(source)) && isNode.test(row.get(target)))
            .count();
    return !isNode.test(first.get(source))
        && !isNode.test(first.get(target))
        && 2 * known > others.size();
  }

  /** Whether a text is a whole number and nothing is lost by reading it as one. */
  public static boolean isId(String text) {
    return text.matches("-?(0|[1-9][0-9]{0,17})");
  }

  @Override
  public List<List<String>> firstEnds() throws IOException {
    if (header != HeaderRule.AUTO || dialect.headerLine() > 0 || numbers) {
      return List.of();
    }
    return file.firstLines(dialect, SAMPLE).stream()
        .filter(row -> row.size() > Math.max(source, target))
        .map(row -> List.of(row.get(source), row.get(target)))
        .toList();
  }

  @Override
  public boolean numbers() {
    return numbers;
  }

  @Override
  public List<PlannedColumn> plan() {
    List<PlannedColumn> plan = new ArrayList<>();
    for (int i = 0; i < dialect.columns().size(); i++) {
      plan.add(
          EdgeTable.planned(
              file.path(), dialect.columns().get(i), i == source, i == target, i == weight));
    }
    return plan;
  }

  @Override
  public boolean weighted() {
    return weight >= 0;
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (firstLine == FirstLine.EDGE_OF_NO_NODES) {
      notes.add(
          "the first line of %s was read as an edge, but unlike those of most lines its ids are not in the node table; if it names the columns: %s"
              .formatted(file.path().getFileName(), Choice.HEADER_YES.text()));
    }
    if (firstLine == FirstLine.HEADER_BY_NODES || dialect.guessed()) {
      notes.add(
          "the first line of %s (%s) was taken for column names; %s reads it as an edge"
              .formatted(
                  file.path().getFileName(),
                  String.join(", ", dialect.columns()),
                  Choice.HEADER_NO.text()));
    }
    if (decimalCommas) {
      notes.add("the weights of %s have decimal commas".formatted(file.path().getFileName()));
    }
    return notes;
  }

  /** Collects edges between nodes whose ids are their numbers. */
  public void collect(EdgeSpool spool, long nodes) throws IOException {
    collect(
        spool::collector,
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
  public void collect(
      Supplier<? extends EdgeCollector> collectors, Supplier<ToLongFunction<IdCell>> resolvers)
      throws IOException {
    int[] places =
        IntStream.of(source, target, weight).filter(place -> place >= 0).sorted().toArray();
    file.forEachBlock(
        Parallel.allCores(),
        dialect,
        fields -> {
          EdgeCollector collector = collectors.get();
          ToLongFunction<IdCell> resolver = resolvers.get();
          IdCell from = new CsvIdCell(fields, dialect.columns().get(source));
          IdCell to = new CsvIdCell(fields, dialect.columns().get(target));
          while (fields.nextLine()) {
            if (fields.line() != dialect.headerLine()) {
              addEdge(places, fields, from, to, resolver, collector);
            }
          }
          collector.flush();
        });
  }

  private void addEdge(
      int[] places,
      Fields fields,
      IdCell sourceCell,
      IdCell targetCell,
      ToLongFunction<IdCell> resolver,
      EdgeCollector collector)
      throws IOException {
    long from = -1;
    long to = -1;
    float heavy = 1;
    int next = 0;
    for (int place : places) {
      fields.skip(place - next);
      next = place + 1;
      if (place == source) {
        from = resolver.applyAsLong(sourceCell);
      } else if (place == target) {
        to = resolver.applyAsLong(targetCell);
      } else {
        heavy = EdgeTable.requireWeight(weight(fields), fields::badLine);
      }
    }
    fields.requireEnd(next, dialect.columns().size());
    if (weighted()) {
      collector.add(from, to, heavy);
    } else {
      collector.add(from, to);
    }
  }

  private double weight(Fields fields) {
    if (!decimalCommas) {
      return fields.nextDouble();
    }
    String text = fields.nextText();
    if (!DecimalComma.isNumber(text)) {
      throw fields.badLine(
          "expected a weight with a decimal comma, as in the first lines, found '%s'"
              .formatted(text));
    }
    return DecimalComma.parse(text);
  }
}
