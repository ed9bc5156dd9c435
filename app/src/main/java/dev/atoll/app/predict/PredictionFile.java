package dev.atoll.app.predict;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.files.AtomicFile;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.parquet.ParquetWriter;
import dev.atoll.formats.parquet.ParquetWriter.Column;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.recipe.settings.SettingsException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of predictions, in the format that its name ends with. Every format uses the user's own
 * ids:
 *
 * <pre>
 *   .csv      id,class[,label]       one line per node, with a header; label is the class's name
 *   .parquet  the same columns
 *   .npy   an array of one row per node, in the dataset's order; where nodes have ids of their own,
 *          NAME.ids.npy (numbers) or NAME.ids.txt (text) beside it
 * </pre>
 */
public record PredictionFile(Path path, Format format) {
  /** The format of a file. */
  public enum Format {
    CSV,
    NPY,
    PARQUET
  }

  public static PredictionFile at(Path path) {
    String name = path.getFileName().toString();
    String ending = name.substring(name.lastIndexOf('.') + 1);
    KeyType<Format> formats = new KeyType.Constant<>(Format.class);
    return formats
        .parse(ending)
        .map(format -> new PredictionFile(path, format))
        .orElseThrow(
            () ->
                new SettingsException("--out " + path + ": the ending " + formats.problem(ending)));
  }

  public void write(Predictions predictions, Dataset dataset) throws IOException {
    switch (format) {
      case CSV -> AtomicFile.write(path, file -> writeCsv(predictions, dataset, file));
      case PARQUET -> AtomicFile.write(path, file -> writeParquet(predictions, dataset, file));
      case NPY -> {
        boolean some = predictions.rows() < dataset.graph().nodeCount();
        if (some || dataset.ids().isPresent()) {
          writeIds(dataset, predictions.nodes());
        }
        AtomicFile.write(path, file -> Npy.write(file, array(predictions)));
      }
    }
  }

  private static void writeCsv(Predictions predictions, Dataset dataset, Path file)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("id");
      for (int c = 0; c < predictions.width(); c++) {
        out.write("," + quoted(predictions.column(c)));
      }
      out.write(predictions.hasClassNames() ? ",label" : "");
      out.write('\n');
      for (int row = 0; row < predictions.rows(); row++) {
        out.write(quoted(dataset.id(predictions.nodes()[row])));
        for (int c = 0; c < predictions.width(); c++) {
          out.write(',');
          out.write(predictions.text(row, c));
        }
        if (predictions.hasClassNames()) {
          out.write("," + quoted(predictions.className(row)));
        }
        out.write('\n');
      }
    }
  }

  private static void writeParquet(Predictions predictions, Dataset dataset, Path file)
      throws IOException {
    boolean text = dataset.ids().orElse(null) instanceof NodeIds.Texts;
    List<Column> columns = new ArrayList<>();
    columns.add(text ? Column.text("id") : Column.whole("id"));
    for (int c = 0; c < predictions.width(); c++) {
      String name = predictions.column(c);
      columns.add(predictions.whole() ? Column.whole(name) : Column.real(name));
    }
    if (predictions.hasClassNames()) {
      columns.add(Column.text("label"));
    }
    try (ParquetWriter table = new ParquetWriter(file, columns)) {
      for (int row = 0; row < predictions.rows(); row++) {
        String id = dataset.id(predictions.nodes()[row]);
        ParquetWriter cells = text ? table.text(id) : table.whole(Long.parseLong(id));
        for (int c = 0; c < predictions.width(); c++) {
          cells =
              predictions.whole()
                  ? cells.whole(predictions.whole(row, c))
                  : cells.real(predictions.real(row, c));
        }
        if (predictions.hasClassNames()) {
          cells = cells.text(predictions.className(row));
        }
        cells.endRow();
      }
      table.finish();
    }
  }

  /** A CSV field, in quotes if it has a comma, a quote or a line break (RFC 4180). */
  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private NpyArray array(Predictions predictions) {
    NpyType type = predictions.whole() ? NpyType.INT32 : NpyType.FLOAT32;
    return predictions.what() == PredictionKind.CLASSES && predictions.width() == 1
        ? NpyArray.of(path.toString(), predictions.elements(), type, predictions.rows())
        : NpyArray.of(
            path.toString(), predictions.elements(), type, predictions.rows(), predictions.width());
  }

  private void writeIds(Dataset dataset, int[] nodes) throws IOException {
    if (dataset.ids().orElse(null) instanceof NodeIds.Texts) {
      AtomicFile.write(beside(".ids.txt"), file -> writeLines(dataset, nodes, file));
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ids = arena.allocate(JAVA_LONG, Math.max(1, nodes.length));
      for (int row = 0; row < nodes.length; row++) {
        ids.setAtIndex(JAVA_LONG, row, Long.parseLong(dataset.id(nodes[row])));
      }
      AtomicFile.write(
          beside(".ids.npy"),
          file -> Npy.write(file, NpyArray.of("ids", ids, NpyType.INT64, nodes.length)));
    }
  }

  private static void writeLines(Dataset dataset, int[] nodes, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int node : nodes) {
        out.write(dataset.id(node));
        out.write('\n');
      }
    }
  }

  private Path beside(String ending) {
    String name = path.getFileName().toString();
    return path.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
  }
}
