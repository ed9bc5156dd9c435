package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.table.TableGraph;
import dev.atoll.formats.text.CsvEdges;
import dev.atoll.formats.text.CsvNodes;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.build.CsrOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tables of edges and nodes as text, also {@code .gz}: one file of edges, or a folder of both.
 *
 * <pre>
 *   edges.csv            nodes.csv
 *   src,dst,weight       id,label,split,f1,f2
 *   anna,bob,0.5         anna,red,train,0.1,7
 *   bob,carl,1           bob,blue,test,0.3,8
 *                        carl,,,0.2,9
 * </pre>
 *
 * Delimiter (comma, tab, semicolon, bar, spaces) and header are recognised; lines that start with
 * {@code #} or {@code %} are comments. Ids are whole numbers or any text. With a node table, nodes
 * are numbered in its order; without, in ascending order of the ids that occur. The user's ids are
 * kept. A column {@code weight} of the edge table is kept: an edge that is there several times, or
 * in both directions, has the largest of its weights. Columns of the node table that are neither
 * id, label nor split are features.
 */
final class CsvImporter implements Importer {
  private static final String TABLE = "\\.(csv|tsv|txt|edgelist|el)(\\.gz)?";

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String files() {
    return "edge table .csv/.tsv/.txt(.gz), or folder of edges.* and nodes.*";
  }

  @Override
  public boolean recognizes(Path source) throws IOException {
    return Files.isDirectory(source)
        ? find(source, "edges?|links").isPresent()
        : source.getFileName().toString().matches(".*" + TABLE);
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    boolean single = !Files.isDirectory(source);
    Optional<Path> edges = single ? Optional.of(source) : find(source, "edges?|links");
    Optional<Path> nodes =
        options.nodes().or(() -> single ? Optional.empty() : findUnchecked(source));
    if (edges.isEmpty()) {
      throw BadDataException.at(source, "no edge table here: expected edges.csv or the like");
    }
    CsrOptions rule = options.edges().apply(true, writer);
    var graph =
        new TableGraph(
            new CsvEdges(edges.get(), options.columns(), options.textIds(), writer), rule, writer);
    if (nodes.isEmpty()) {
      graph.write();
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      graph.write(
          new CsvNodes(nodes.get(), options.columns(), options.textIds(), writer).read(arena));
    }
  }

  private static Optional<Path> findUnchecked(Path folder) {
    try {
      return find(folder, "nodes?|vertices");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Optional<Path> find(Path folder, String names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("(" + names + ")" + TABLE))
          .sorted()
          .findFirst();
    }
  }
}
