package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.files.Utf8File;
import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.array.SparseFeatureRows;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.pickle.Pickled;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.EdgeOutOfRangeException;
import dev.atoll.graph.csr.EdgeSource;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The raw files of Planetoid (Cora, Citeseer, Pubmed).
 *
 * <pre>
 *   ind.NAME.x, .y        features and labels (one-hot) of the training nodes 0, 1, …
 *   ind.NAME.allx, .ally  of all nodes but the test nodes; x and y are their first rows
 *   ind.NAME.tx, .ty      of the test nodes, in the order of test.index
 *   ind.NAME.graph        {node: [neighbours]}
 *   ind.NAME.test.index   text: the number of each test node
 * </pre>
 *
 * All but the last are Python pickles. Node {@code test.index[i]} has row i of {@code tx}. Numbers
 * between the smallest and the largest test node that {@code test.index} leaves out (15 in
 * Citeseer) are nodes without edges, features or class. Training nodes are the rows of {@code x},
 * validation nodes the 500 after them.
 */
final class PlanetoidImporter implements Importer {
  private static final int VALIDATION = 500;

  @Override
  public String name() {
    return "planetoid";
  }

  @Override
  public String files() {
    return "folder of ind.NAME.{x,y,allx,ally,tx,ty,graph,test.index}";
  }

  @Override
  public boolean recognizes(Path source) throws IOException {
    return Files.isDirectory(source) && !names(source).isEmpty();
  }

  private static NavigableSet<String> names(Path folder) throws IOException {
    NavigableSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.matches("ind\\..+\\.graph"))
          .forEach(file -> names.add(file.substring(4, file.length() - ".graph".length())));
    }
    return names;
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    NavigableSet<String> names = names(source);
    String name = options.name().orElse(names.getFirst());
    if (!names.contains(name) || (names.size() > 1 && options.name().isEmpty())) {
      throw BadDataException.at(source, "name the dataset; there are %s".formatted(names));
    }
    try (Arena arena = Arena.ofShared()) {
      new Reading(source.resolve("ind." + name).toString(), writer, arena).run(options);
    }
  }

  private static final class Reading {
    private final String prefix;
    private final DatasetWriter writer;
    private final Arena arena;
    private final Pickled.Csr others;
    private final Pickled.Csr tests;
    private final int[] testNodes;
    private final int nodes;

    Reading(String prefix, DatasetWriter writer, Arena arena) throws IOException {
      this.prefix = prefix;
      this.writer = writer;
      this.arena = arena;
      this.others = pickle("allx").csr();
      this.tests = pickle("tx").csr();
      this.testNodes = testNodes(Path.of(prefix + ".test.index"));
      long count = Math.max(others.rows(), Arrays.stream(testNodes).max().orElse(-1) + 1L);
      this.nodes =
          SizeLimits.nodes(prefix + ".test.index", count, others.rows() + testNodes.length);
      if (testNodes.length != tests.rows() || others.columns() != tests.columns()) {
        throw BadDataException.at(
            prefix + ".tx",
            "%d rows of %d columns; expected %d (test.index) of %d (allx)"
                .formatted(tests.rows(), tests.columns(), testNodes.length, others.columns()));
      }
    }

    private Pickled pickle(String suffix) throws IOException {
      return Pickled.read(Path.of(prefix + "." + suffix));
    }

    private int[] testNodes(Path file) throws IOException {
      List<String> lines = Utf8File.lines(file);
      int[] found = new int[lines.size()];
      for (int i = 0; i < found.length; i++) {
        String line = lines.get(i).strip();
        if (!line.matches("[0-9]{1,9}") || Integer.parseInt(line) < others.rows()) {
          throw BadDataException.at(
              file + ": line " + (i + 1),
              "'%s'; expected a node number from %d on".formatted(line, others.rows()));
        }
        found[i] = Integer.parseInt(line);
      }
      return found;
    }

    void run(ImportOptions options) throws IOException {
      var graph = pickle("graph");
      try {
        writer.graph(
            new Neighbors(graph.map(), nodes, graph.origin()), options.edges().apply(true, writer));
      } catch (EdgeOutOfRangeException e) {
        throw new BadDataException(graph.origin() + ": " + e.getMessage(), e);
      }
      features();
      labels();
      split();
      int missing = nodes - (int) others.rows() - testNodes.length;
      if (missing > 0) {
        writer.note(missing + " nodes are missing from test.index: no features, no class");
      }
    }

    /** The row of {@code tx} for every node, −1 if it has none. */
    private int[] testRows() {
      int[] rows = new int[nodes];
      Arrays.fill(rows, -1);
      for (int i = 0; i < testNodes.length; i++) {
        rows[testNodes[i]] = i;
      }
      return rows;
    }

    private void features() throws IOException {
      var first = sparse(others);
      var second = sparse(tests);
      long nonZeros = first.columns().byteSize() / 4 + second.columns().byteSize() / 4;
      MemorySegment starts = arena.allocate(JAVA_LONG, nodes + 1L);
      MemorySegment columns = arena.allocate(JAVA_INT, nonZeros);
      MemorySegment values = arena.allocate(JAVA_FLOAT, nonZeros);
      int[] testRow = testRows();
      long next = 0;
      for (int node = 0; node < nodes; node++) {
        boolean other = node < others.rows();
        int row = other ? node : testRow[node];
        if (row >= 0) {
          next += copyRow(other ? first : second, row, columns, values, next);
        }
        starts.setAtIndex(JAVA_LONG, node + 1L, next);
      }
      writer.features(new Features.Sparse(nodes, (int) others.columns(), starts, columns, values));
    }

    private Features.Sparse sparse(Pickled.Csr csr) {
      return SparseFeatureRows.of(
              csr.indptr(),
              csr.indices(),
              csr.data(),
              SizeLimits.width(prefix + ".allx", csr.columns(), csr.indices().elementCount()))
          .sorted(arena);
    }

    private static long copyRow(
        Features.Sparse from, int row, MemorySegment columns, MemorySegment values, long at) {
      long start = from.rowStarts().getAtIndex(JAVA_LONG, row);
      long count = from.rowStarts().getAtIndex(JAVA_LONG, row + 1L) - start;
      MemorySegment.copy(from.columns(), start * 4, columns, at * 4, count * 4);
      MemorySegment.copy(from.values(), start * 4, values, at * 4, count * 4);
      return count;
    }

    private void labels() throws IOException {
      NpyArray ally = pickle("ally").array().require(others.rows(), -1);
      NpyArray ty = pickle("ty").array().require(testNodes.length, ally.size(1));
      MemorySegment labels = arena.allocate(JAVA_INT, nodes);
      int[] testRow = testRows();
      for (int node = 0; node < nodes; node++) {
        boolean other = node < others.rows();
        int row = other ? node : testRow[node];
        labels.setAtIndex(JAVA_INT, node, row < 0 ? -1 : oneHot(other ? ally : ty, row));
      }
      writer.labels(
          NpyArray.of(prefix, labels, NpyType.INT32, nodes), Math.toIntExact(ally.size(1)));
    }

    /** The class of a one-hot row; a row of zeros has no class. */
    private static int oneHot(NpyArray rows, int row) {
      var elements = rows.doubles();
      long width = rows.size(1);
      int found = -1;
      for (int c = 0; c < width; c++) {
        double element = elements.applyAsDouble(row * width + c);
        if (element != 0 && (element != 1 || found >= 0)) {
          throw BadDataException.at(
              rows.origin(), "row %d is not one-hot: one class is 1, all others 0".formatted(row));
        }
        found = element == 1 ? c : found;
      }
      return found;
    }

    private void split() throws IOException {
      long training = pickle("y").array().require(-1, -1).size(0);
      SplitRoles roles = new SplitRoles(writer, "split", nodes);
      for (int node : testNodes) {
        roles.set(node, Split.TEST, prefix + ".test.index");
      }
      for (long node = 0; node < Math.min(training + VALIDATION, others.rows()); node++) {
        roles.set(node, node < training ? Split.TRAIN : Split.VALIDATION, prefix + ".y");
      }
    }
  }

  /** The dict of neighbour lists as edges. */
  private record Neighbors(Map<?, ?> lists, long nodeCount, String origin) implements EdgeSource {
    @Override
    public int chunkCount() {
      return 1;
    }

    @Override
    public void forEach(int chunk, EdgeSink sink) {
      lists.forEach(
          (node, neighbors) -> {
            for (Object neighbor : new Pickled(origin, neighbors).list()) {
              sink.accept(number(neighbor), number(node));
            }
          });
    }

    private long number(Object node) {
      return new Pickled(origin, node).number();
    }
  }
}
