package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.array.EdgeArray;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.npy.Npz;
import dev.atoll.formats.spool.EdgeSpool;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.formats.text.Dialect;
import dev.atoll.formats.text.Fields;
import dev.atoll.formats.text.TextFile;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A raw folder of the Open Graph Benchmark.
 *
 * <pre>
 *   raw/edge.csv.gz               source,target
 *   raw/num-node-list.csv.gz      nodes of each graph; one line when there is one graph
 *   raw/num-edge-list.csv.gz      edges of each graph
 *   raw/node-feat.csv.gz          features; may be missing
 *   raw/node-label.csv.gz         class, or a 0/1 flag per class; empty or nan = unknown
 *   split/SCHEME/{train,valid,test}.csv.gz    one node per line
 * </pre>
 *
 * or with {@code raw/data.npz} (edge_index, num_nodes_list, node_feat) and {@code
 * raw/node-label.npz} in place of the tables. Several graphs become one with several components.
 * Edges are read in both directions for the datasets whose publishers do so (products, proteins,
 * ppa, collab, ddi, molecules) and as stored for the others (arxiv, papers100M). The dataset is
 * identified by the name of the folder or, failing that, by the schemes of its splits; the name
 * that the user gives the result has no influence.
 */
final class OgbImporter implements Importer {
  /** The most nodes or edges that one line may state. */
  private static final long MOST = 1L << 40;

  /** Deflate compresses at most by this factor. */
  private static final long MOST_INFLATION = 1100;

  private static final Pattern UNDIRECTED =
      named(
          "products|proteins|ppa|collab|ddi"
              + "|mol(hiv|pcba|bace|bbbp|clintox|muv|sider|tox21|toxcast|esol|freesolv|lipo|chembl)");
  private static final Pattern DIRECTED = named("arxiv|papers100m|mag|citation2?|code2?|vessel");

  /** Schemes of splits that only undirected datasets have. */
  private static final Set<String> UNDIRECTED_SCHEMES =
      Set.of("sales_ranking", "species", "throughput", "target", "scaffold");

  /** A pattern of folder names that hold one of the words, with or without the usual prefix. */
  private static Pattern named(String words) {
    return Pattern.compile("(.*[^a-z0-9])?(ogb[nlg])?(%s)([^a-z0-9].*)?".formatted(words));
  }

  @Override
  public String name() {
    return "ogb";
  }

  @Override
  public String files() {
    return "folder of raw/edge.csv.gz (or raw/data.npz) and split/";
  }

  @Override
  public boolean recognizes(Path source) {
    return isBinary(source) || table(source.resolve("raw"), "edge").isPresent();
  }

  private static boolean isBinary(Path source) {
    return Files.isRegularFile(source.resolve("raw/data.npz"));
  }

  private static Optional<Path> table(Path folder, String name) {
    return Stream.of(".csv.gz", ".csv")
        .map(suffix -> folder.resolve(name + suffix))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    CsrOptions rule = options.edges().apply(isUndirected(source), writer);
    try (Arena arena = Arena.ofShared()) {
      long nodes =
          isBinary(source)
              ? new Binary(source.resolve("raw"), writer, arena).read(rule)
              : new Tables(source.resolve("raw"), writer, arena).read(rule);
      if (nodes >= 0) {
        splits(source.resolve("split"), nodes, writer);
      }
    }
  }

  private static boolean isUndirected(Path source) throws IOException {
    String name = source.toRealPath().getFileName().toString().toLowerCase(Locale.ROOT);
    if (UNDIRECTED.matcher(name).matches() || DIRECTED.matcher(name).matches()) {
      return UNDIRECTED.matcher(name).matches();
    }
    return schemes(source.resolve("split")).stream()
        .anyMatch(scheme -> UNDIRECTED_SCHEMES.contains(scheme.getFileName().toString()));
  }

  /** The folders of splits, in alphabetical order. */
  private static List<Path> schemes(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** The first scheme is the default split. */
  private static void splits(Path folder, long nodes, DatasetWriter writer) throws IOException {
    if (!Files.isDirectory(folder)) {
      writer.note("no split");
      return;
    }
    List<Path> schemes = schemes(folder);
    for (Path scheme : schemes) {
      String name = scheme.equals(schemes.getFirst()) ? "split" : "split_" + scheme.getFileName();
      SplitRoles roles = new SplitRoles(writer, name, nodes);
      role(scheme, "train", Split.TRAIN, roles);
      role(scheme, "valid", Split.VALIDATION, roles);
      role(scheme, "test", Split.TEST, roles);
    }
  }

  private static void role(Path scheme, String name, int role, SplitRoles roles)
      throws IOException {
    Path file =
        table(scheme, name)
            .orElseThrow(() -> BadDataException.at(scheme, "no %s.csv.gz here".formatted(name)));
    new TextFile(file)
        .forEachBlock(
            1,
            Dialect.commas(1),
            fields -> {
              while (fields.nextLine()) {
                roles.set(fields.nextLong(), role, fields.place());
              }
            });
  }

  /** The variant of big datasets. */
  private record Binary(Path raw, DatasetWriter writer, Arena arena) {
    long read(CsrOptions rule) throws IOException {
      try (Npz data = Npz.open(raw.resolve("data.npz"))) {
        NpyArray counts = data.array("num_nodes_list", writer.scratch(arena));
        if (counts.elementCount() != 1) {
          throw BadDataException.at(counts.origin(), "several graphs; expected one");
        }
        long nodes = counts.longs().applyAsLong(0);
        Optional<NpyArray> features = data.find("node_feat", writer.scratch(arena));
        if (features.isPresent()) {
          writer.features(features.get().require(nodes, -1));
        }
        labels(nodes);
        writer.graph(new EdgeArray(data.array("edge_index", writer.scratch(arena)), nodes), rule);
        return nodes;
      }
    }

    private void labels(long nodes) throws IOException {
      Path file = raw.resolve("node-label.npz");
      if (Files.isRegularFile(file)) {
        try (Npz npz = Npz.open(file)) {
          NpyArray labels = npz.array("node_label", arena);
          if (labels.size(0) != nodes) {
            throw BadDataException.at(
                labels.origin(), "%d rows for %d nodes".formatted(labels.size(0), nodes));
          }
          LabelRows.write(labels, writer);
        }
      }
    }
  }

  private record Tables(Path raw, DatasetWriter writer, Arena arena) {
    /** The number of nodes, or −1 when splits are of graphs, not of nodes. */
    long read(CsrOptions rule) throws IOException {
      long[] nodes = numbers("num-node-list");
      long[] edges = numbers("num-edge-list");
      long count = LongStream.of(nodes).sum();
      Optional<Path> features = table(raw, "node-feat");
      if (features.isPresent()) {
        features(features.get(), count);
      }
      Optional<Path> labels = table(raw, "node-label");
      if (labels.isPresent()) {
        labels(labels.get(), count);
      }
      graph(nodes, edges, count, rule);
      if (nodes.length > 1) {
        writer.note(
            "%d graphs joined into one; labels and splits of whole graphs left out"
                .formatted(nodes.length));
        return -1;
      }
      return count;
    }

    private Path need(String name) {
      return table(raw, name)
          .orElseThrow(() -> BadDataException.at(raw, "no %s.csv.gz here".formatted(name)));
    }

    private long[] numbers(String name) throws IOException {
      LongStream.Builder found = LongStream.builder();
      new TextFile(need(name))
          .forEachBlock(
              1,
              Dialect.commas(1),
              fields -> {
                while (fields.nextLine()) {
                  long number = fields.nextLong();
                  if (number < 0 || number > MOST) {
                    throw fields.badLine(
                        "%d; expected a number from 0 to %d".formatted(number, MOST));
                  }
                  found.add(number);
                }
              });
      return found.build().toArray();
    }

    /** Edge ids count from 0 in each graph; line i + 1 holds edge i. */
    private void graph(long[] nodes, long[] edges, long count, CsrOptions rule) throws IOException {
      long[] firstNode = firsts(nodes);
      long[] firstEdge = firsts(edges);
      Path file = need("edge");
      long stated = LongStream.of(edges).sum();
      long lines = new TextFile(file).countLines();
      if (nodes.length != edges.length || lines != stated) {
        throw BadDataException.at(
            file,
            "%d edges; num-edge-list says %d in %d graphs, num-node-list has %d graphs"
                .formatted(lines, stated, edges.length, nodes.length));
      }
      try (EdgeSpool spool = new EdgeSpool(writer.scratchFile("edges.spool"), false)) {
        new TextFile(file)
            .forEachBlock(
                Parallel.allCores(),
                Dialect.commas(2),
                fields -> {
                  EdgeSpool.Collector collector = spool.collector();
                  while (fields.nextLine()) {
                    int graph = graphOf(firstEdge, fields.line() - 1);
                    long source = node(fields, nodes[graph]);
                    long target = node(fields, nodes[graph]);
                    collector.add(firstNode[graph] + source, firstNode[graph] + target);
                  }
                  collector.flush();
                });
        SizeLimits.nodes(need("num-node-list"), count, Math.max(spool.count(), writer.rowsRead()));
        spool.graph(count, rule, writer);
      }
    }

    private static long node(Fields fields, long nodes) {
      long node = fields.nextLong();
      if (node < 0 || node >= nodes) {
        throw fields.badLine("node %d; expected 0 to %d".formatted(node, nodes - 1));
      }
      return node;
    }

    private static long[] firsts(long[] counts) {
      long[] firsts = new long[counts.length];
      for (int i = 1; i < counts.length; i++) {
        firsts[i] = firsts[i - 1] + counts[i - 1];
      }
      return firsts;
    }

    private static int graphOf(long[] firstEdge, long edge) {
      int found = Arrays.binarySearch(firstEdge, edge);
      int graph = found >= 0 ? found : -found - 2;
      while (graph + 1 < firstEdge.length && firstEdge[graph + 1] == edge) {
        graph++; // graphs without edges share their first edge with the next one
      }
      return graph;
    }

    private void features(Path file, long rows) throws IOException {
      int width = width(file, rows);
      MemorySegment elements = writer.denseFeatures(rows, width);
      rows(
          file,
          rows,
          width,
          (fields, row, column) -> {
            float value = (float) fields.nextDouble();
            if (!Float.isFinite(value)) {
              throw fields.badLine(
                  "feature %d is %s; every feature must be a finite number"
                      .formatted(column + 1, value));
            }
            elements.set(JAVA_FLOAT_UNALIGNED, (row * width + column) * Float.BYTES, value);
          });
    }

    /** Columns of the first line; refused when the rows that it promises are not there. */
    private static int width(Path file, long rows) throws IOException {
      long lines = new TextFile(file).countLines();
      if (lines != rows) {
        throw BadDataException.at(file, "%d lines, but there are %d nodes".formatted(lines, rows));
      }
      List<List<String>> first = new TextFile(file).firstLines(Dialect.commas(1), 1);
      int width = first.isEmpty() ? 0 : first.getFirst().size();
      long bytes = Files.size(file) * (file.toString().endsWith(".gz") ? MOST_INFLATION : 1);
      if (width * rows > bytes) {
        throw BadDataException.at(
            file,
            "%d lines of %d columns, as in the first one, would take more than the file's %d bytes"
                .formatted(rows, width, bytes));
      }
      return width;
    }

    private void labels(Path file, long rows) throws IOException {
      int width = width(file, rows);
      MemorySegment elements = arena.allocate(JAVA_DOUBLE, rows * width);
      rows(
          file,
          rows,
          width,
          (fields, row, column) ->
              elements.setAtIndex(JAVA_DOUBLE, row * width + column, fields.nextDouble()));
      LabelRows.write(NpyArray.of(file.toString(), elements, NpyType.FLOAT64, rows, width), writer);
    }

    /** Takes the next field. */
    @FunctionalInterface
    private interface CellReader {
      void read(Fields fields, long row, int column);
    }

    private static void rows(Path file, long rows, int width, CellReader reader)
        throws IOException {
      if (rows == 0) {
        return;
      }
      new TextFile(file)
          .forEachBlock(
              Parallel.allCores(),
              Dialect.commas(width),
              fields -> {
                while (fields.nextAnyLine()) {
                  for (int column = 0; column < width; column++) {
                    reader.read(fields, fields.line() - 1, column);
                  }
                }
              });
    }
  }
}
