package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.parquet.ParquetEdges;
import dev.atoll.formats.parquet.ParquetFile;
import dev.atoll.formats.parquet.ParquetTable;
import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.formats.table.EdgeFiles;
import dev.atoll.formats.table.EdgeTable;
import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableGraph;
import dev.atoll.formats.table.TablePlan;
import dev.atoll.formats.table.UnknownIds;
import dev.atoll.formats.table.UnknownRule;
import dev.atoll.formats.table.nodes.ColumnOptions;
import dev.atoll.formats.table.nodes.NodeTable;
import dev.atoll.formats.text.CsvEdges;
import dev.atoll.formats.text.CsvTable;
import dev.atoll.formats.text.HeaderRule;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tables of edges and nodes as files: text or Parquet, one file or a folder of files each.
 *
 * <pre>
 *   edges.csv   nodes.parquet         one file each
 *   edges.parquet/part-00000-….snappy.parquet, _SUCCESS      as Spark writes them
 * </pre>
 */
record TableFiles(List<Path> edges, List<Path> nodes, TableOptions options) {
  private static final Pattern TEXT =
      Pattern.compile(".*\\.(csv|tsv|txt|edgelist|el)(\\.gz)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern PARQUET = Pattern.compile(".*\\.parquet", Pattern.CASE_INSENSITIVE);
  private static final String EDGES = "(?i)(edges?|links)";
  private static final String NODES = "(?i)(nodes?|vertices)";
  private static final String SUFFIX = "(\\.(csv|tsv|txt|edgelist|el|parquet)(\\.gz)?)?";

  /** The tables of a source: a file of edges, a folder of its files, or a folder of both tables. */
  static TableFiles of(Path source, TableOptions options) throws IOException {
    boolean both = Files.isDirectory(source) && find(source, EDGES).isPresent();
    List<Path> edges = new ArrayList<>(files(both ? find(source, EDGES).orElseThrow() : source));
    for (Path more : options.moreEdges()) {
      edges.addAll(files(more));
    }
    List<Path> nodes = new ArrayList<>();
    for (Path table : options.nodes()) {
      nodes.addAll(files(table));
    }
    if (nodes.isEmpty() && both && find(source, NODES).isPresent()) {
      nodes.addAll(files(find(source, NODES).orElseThrow()));
    }
    return new TableFiles(edges, nodes, options);
  }

  /** Whether a file or folder holds an edge table as text. */
  static boolean isText(Path source) throws IOException {
    return is(source, TEXT);
  }

  /** Whether a file or folder holds an edge table in Parquet. */
  static boolean isParquet(Path source) throws IOException {
    return is(source, PARQUET);
  }

  private static boolean is(Path source, Pattern format) throws IOException {
    if (!Files.isDirectory(source)) {
      return format.matcher(source.getFileName().toString()).matches();
    }
    Optional<Path> edges = find(source, EDGES);
    if (edges.isPresent()) {
      return !Files.isDirectory(edges.get())
          ? format.matcher(edges.get().getFileName().toString()).matches()
          : hasParts(edges.get(), format);
    }
    return hasParts(source, format);
  }

  private static boolean hasParts(Path folder, Pattern format) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(
          file ->
              file.getFileName().toString().startsWith("part-")
                  && format.matcher(file.getFileName().toString()).matches());
    }
  }

  private static Optional<Path> find(Path folder, String names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(names + SUFFIX))
          .filter(file -> Files.isDirectory(file) || isTable(file))
          .sorted()
          .findFirst();
    }
  }

  private static boolean isTable(Path file) {
    String name = file.getFileName().toString();
    return TEXT.matcher(name).matches() || PARQUET.matcher(name).matches();
  }

  /** A file, or the files of a folder that hold rows, by name. */
  private static List<Path> files(Path table) throws IOException {
    if (!Files.exists(table)) {
      throw BadDataException.at(table, "there is no such file or folder");
    }
    if (!Files.isDirectory(table)) {
      return List.of(table);
    }
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(table)) {
      for (Path file : files.filter(TableFiles::isTable).sorted().toList()) {
        String name = file.getFileName().toString();
        if (!name.startsWith("_") && !name.startsWith(".") && Files.size(file) > 0) {
          found.add(file);
        }
      }
    }
    if (found.isEmpty()) {
      throw BadDataException.at(table, "no part of a table here; expected .csv or .parquet files");
    }
    return found;
  }

  /** The outcome of every column, and obstacles to the import. */
  TablePlan plan() throws IOException {
    List<PlannedColumn> columns = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    try (var opened = new Opened()) {
      EdgeTable edgeTable = opened.edges();
      if (nodes.isEmpty()) {
        columns.addAll(edgeTable.plan());
        notes.addAll(edgeTable.notes());
        attempt(this::requireNoSplit, problems);
        attempt(() -> TableGraph.check(edgeTable).ifPresent(notes::add), problems);
      } else {
        NodeTable nodeTable = opened.nodes();
        EdgeTable among = edgeTable.among(nodeTable.ids()::contains, options.unknown());
        notes.addAll(among.notes());
        nodeTable.problem().ifPresent(problem -> problems.add(problem.getMessage()));
        attempt(() -> checkEnds(among, nodeTable, notes), problems);
        columns.addAll(among.plan());
        columns.addAll(nodeTable.plan());
        notes.addAll(nodeTable.notes());
        attempt(() -> notes.addAll(nodeTable.check()), problems);
      }
    }
    return new TablePlan(columns, notes, problems);
  }

  private void checkEnds(EdgeTable edgeTable, NodeTable nodeTable, List<String> notes)
      throws IOException {
    var unknown = new UnknownIds(nodeTable.ids());
    if (options.unknown() == UnknownRule.CREATE) {
      createNodes(edgeTable, nodeTable, unknown).ifPresent(notes::add);
      doubt(nodeTable, unknown).ifPresent(notes::add);
      return;
    }
    unknown.collect(edgeTable, EdgeCollector::ofNothing);
    doubt(nodeTable, unknown).ifPresent(notes::add);
    if (options.unknown() == UnknownRule.REFUSE && unknown.problem().isPresent()) {
      throw unknown.problem().get();
    }
  }

  /** A step of an import that may be refused. */
  private interface Step {
    void take() throws IOException;
  }

  private static void attempt(Step step, List<String> problems) throws IOException {
    try {
      step.take();
    } catch (BadDataException e) {
      problems.add(e.getMessage());
    }
  }

  void write(EdgeRule rule, DatasetWriter writer) throws IOException {
    try (var opened = new Opened();
        Arena arena = Arena.ofShared()) {
      EdgeTable edgeTable = opened.edges();
      CsrOptions edgeOptions = rule.apply(true, writer);
      if (nodes.isEmpty()) {
        requireNoSplit();
        noteEdges(edgeTable, writer);
        new TableGraph(edgeTable, edgeOptions, writer).write();
      } else {
        NodeTable nodeTable = opened.nodes();
        edgeTable = edgeTable.among(nodeTable.ids()::contains, options.unknown());
        noteEdges(edgeTable, writer);
        var unknown = new UnknownIds(nodeTable.ids());
        if (options.unknown() == UnknownRule.CREATE) {
          createNodes(edgeTable, nodeTable, unknown).ifPresent(writer::note);
        }
        nodeTable.write(writer, arena);
        new TableGraph(edgeTable, edgeOptions, writer).write(unknown, options.unknown());
        doubt(nodeTable, unknown).ifPresent(writer::note);
      }
    }
  }

  /** Adds the unknown ids of edges to the nodes; returns a remark if there are some. */
  private static Optional<String> createNodes(
      EdgeTable edgeTable, NodeTable nodeTable, UnknownIds unknown) throws IOException {
    long created = unknown.create(edgeTable);
    nodeTable.addWithoutRows(created);
    return created == 0
        ? Optional.empty()
        : Optional.of(
            "%d nodes made of ids that are not in the node table: their features are missing"
                .formatted(created));
  }

  /** A remark on a first node that may be the names of columns. */
  private Optional<String> doubt(NodeTable nodeTable, UnknownIds found) {
    return options.header() == HeaderRule.AUTO
            && nodeTable.mayBeginWithNames()
            && found.isFirstAlone()
        ? Optional.of(
            "the first line of %s was read as a node, but unlike most nodes it is on no edge; if it names the columns: %s"
                .formatted(nodes.getFirst().getFileName(), Choice.HEADER_YES.text()))
        : Optional.empty();
  }

  private static void noteEdges(EdgeTable edgeTable, DatasetWriter writer) {
    edgeTable.notes().forEach(writer::note);
    List<String> leftOut =
        edgeTable.plan().stream()
            .filter(column -> column.role().equals("none"))
            .map(PlannedColumn::column)
            .toList();
    if (!leftOut.isEmpty()) {
      writer.note(
          "%d further columns of the edge table left out: %s"
              .formatted(leftOut.size(), String.join(", ", leftOut)));
    }
  }

  private void requireNoSplit() {
    if (options.columns().split().isPresent()) {
      throw BadDataException.at(
          edges.getFirst(),
          "%s deals out the rows of a node table; add %s"
              .formatted(Choice.SPLIT.text(), Choice.NODES.text()));
    }
  }

  /** Closes all, also when some fail; the first failure is thrown, the others suppressed in it. */
  static void closeAll(List<? extends AutoCloseable> files) throws IOException {
    IOException failure = null;
    for (AutoCloseable file : files) {
      try {
        file.close();
      } catch (Exception e) {
        IOException next = e instanceof IOException known ? known : new IOException(e);
        if (failure == null) {
          failure = next;
        } else {
          failure.addSuppressed(next);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Files while they are read. */
  private final class Opened implements AutoCloseable {
    private final List<AutoCloseable> open = new ArrayList<>();

    EdgeTable edges() throws IOException {
      ColumnOptions columns = options.columns();
      List<EdgeTable> tables = new ArrayList<>();
      for (Path file : edges) {
        if (PARQUET.matcher(file.toString()).matches()) {
          ParquetFile parquet = ParquetFile.open(file);
          open.add(parquet);
          tables.add(new ParquetEdges(parquet, columns.choice(), columns.textIds()));
        } else {
          tables.add(new CsvEdges(file, columns.choice(), columns.textIds(), options.header()));
        }
      }
      EdgeTable table = tables.size() == 1 ? tables.getFirst() : new EdgeFiles(tables);
      if (table.isEmpty()) {
        throw BadDataException.at(edges.getFirst(), "no row; expected one for each edge");
      }
      return table;
    }

    NodeTable nodes() throws IOException {
      List<TableFile> tables = new ArrayList<>();
      for (Path file : nodes) {
        TableFile table =
            PARQUET.matcher(file.toString()).matches()
                ? new ParquetTable(file)
                : new CsvTable(file, options.header());
        open.add(table);
        tables.add(table);
      }
      return new NodeTable(tables, options.columns());
    }

    @Override
    public void close() throws IOException {
      closeAll(open);
    }
  }
}
