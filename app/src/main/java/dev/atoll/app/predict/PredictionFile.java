package dev.atoll.app.predict;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of predictions, in the format that its name ends with. Every format speaks the user's own
 * ids:
 *
 * <pre>
 *   .csv      id,class               one line per node, with a header
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
        if (dataset.ids().isPresent()) {
          writeIds(dataset.ids().get());
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
        out.write("," + predictions.what().column(c, predictions.width()));
      }
      out.write('\n');
      for (int row = 0; row < predictions.rows(); row++) {
        out.write(quoted(dataset.id(row)));
        for (int c = 0; c < predictions.width(); c++) {
          out.write(',');
          out.write(predictions.text(row, c));
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
      String name = predictions.what().column(c, predictions.width());
      columns.add(predictions.whole() ? Column.whole(name) : Column.real(name));
    }
    try (ParquetWriter table = new ParquetWriter(file, columns)) {
      for (int row = 0; row < predictions.rows(); row++) {
        String id = dataset.id(row);
        ParquetWriter cells = text ? table.text(id) : table.whole(Long.parseLong(id));
        for (int c = 0; c < predictions.width(); c++) {
          cells =
              predictions.whole()
                  ? cells.whole(predictions.whole(row, c))
                  : cells.real(predictions.real(row, c));
        }
        cells.endRow();
      }
      table.finish();
    }
  }

  /** In quotes where a comma, a quote or a line break would be misread (RFC 4180). */
  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private NpyArray array(Predictions predictions) {
    NpyType type = predictions.whole() ? NpyType.INT32 : NpyType.FLOAT32;
    return predictions.what() == PredictionKind.CLASSES && predictions.width() == 1
        ? NpyArray.of(path.toString(), predictions.cells(), type, predictions.rows())
        : NpyArray.of(
            path.toString(), predictions.cells(), type, predictions.rows(), predictions.width());
  }

  private void writeIds(NodeIds ids) throws IOException {
    switch (ids) {
      case NodeIds.Numbers numbers ->
          AtomicFile.write(
              beside(".ids.npy"),
              file ->
                  Npy.write(
                      file, NpyArray.of("ids", numbers.data(), NpyType.INT64, numbers.rows())));
      case NodeIds.Texts texts ->
          AtomicFile.write(beside(".ids.txt"), file -> writeLines(texts, file));
    }
  }

  private static void writeLines(NodeIds ids, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (long row = 0; row < ids.rows(); row++) {
        out.write(ids.of(row));
        out.write('\n');
      }
    }
  }

  private Path beside(String ending) {
    String name = path.getFileName().toString();
    return path.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
  }
}
