package dev.atoll.app.predict;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.parquet.ColumnValues;
import dev.atoll.formats.parquet.ParquetColumn;
import dev.atoll.formats.parquet.ParquetFile;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.NodeIds;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.event.NodeRows;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionFileTest {
  @TempDir Path folder;
  private final Arena arena = Arena.ofShared();

  @AfterEach
  void close() {
    arena.close();
  }

  private NodeRows logits(float... cells) {
    return new NodeRows(cells.length / 2, 2, arena.allocateFrom(JAVA_FLOAT, cells));
  }

  /** A graph without edges whose nodes have names. */
  private Dataset named(String... names) {
    MemorySegment offsets = arena.allocate((names.length + 1L) * Long.BYTES, Long.BYTES);
    byte[] text = String.join("", names).getBytes(StandardCharsets.UTF_8);
    long end = 0;
    for (int i = 0; i < names.length; i++) {
      end += names[i].getBytes(StandardCharsets.UTF_8).length;
      offsets.setAtIndex(JAVA_LONG, i + 1L, end);
    }
    var graph =
        new CsrGraph(
            names.length, arena.allocate((names.length + 1L) * Long.BYTES), arena.allocate(4));
    return Dataset.of("named", graph, arena)
        .with(
            new NodeIds.Texts(
                names.length,
                offsets,
                arena.allocate(Math.max(1, text.length)).copyFrom(MemorySegment.ofArray(text))));
  }

  private Path write(String file, Predictions predictions, Dataset dataset) throws IOException {
    Path path = folder.resolve(file);
    PredictionFile.at(path).write(predictions, dataset);
    return path;
  }

  @Test
  void tablesSpeakTheUsersIdsAndQuoteThem() throws IOException {
    Dataset dataset = named("anna", "x,y", "a \"b\"");
    Predictions classes = Predictions.classes(logits(1, 2, 2, 1, 0, 0), arena);
    Path csv = write("c.csv", classes, dataset);
    assertEquals(
        List.of("id,class", "anna,1", "\"x,y\",0", "\"a \"\"b\"\"\",0"), Files.readAllLines(csv));
  }

  @Test
  void probabilitiesAreSoftmaxOrSigmoid() {
    Predictions one = Predictions.probabilities(logits(0, 0, 1000, -1000), false, arena);
    assertEquals(0.5f, one.real(0, 0));
    assertEquals(1f, one.real(1, 0));
    assertEquals(0f, one.real(1, 1));
    Predictions several = Predictions.probabilities(logits(0, 1000), true, arena);
    assertEquals(0.5f, several.real(0, 0));
    assertEquals(1f, several.real(0, 1));
    Predictions labels = Predictions.labels(logits(-1, 1, 2, 3), arena);
    assertArrayEquals(new int[] {0, 1, 1, 1}, labels.elements().toArray(JAVA_INT));
  }

  @Test
  void arraysHaveTheIdsBeside() throws IOException {
    Dataset dataset = named("anna", "bob");
    Path npy = write("p.npy", Predictions.raw(PredictionKind.LOGITS, logits(1, 2, 3, 4)), dataset);
    assertEquals(List.of(2L, 2L), Npy.map(npy, arena).shape());
    assertEquals(List.of("anna", "bob"), Files.readAllLines(folder.resolve("p.ids.txt")));
    Path classes = write("c.npy", Predictions.classes(logits(1, 2, 3, 4), arena), dataset);
    assertEquals(List.of(2L), Npy.map(classes, arena).shape());
  }

  @Test
  void parquetHasTheColumnsOfTheTable() throws IOException {
    Dataset dataset = named("ä", "bob");
    Path classes = write("c.parquet", Predictions.classes(logits(1, 2, 2, 1), arena), dataset);
    try (ParquetFile file = ParquetFile.open(classes)) {
      assertEquals(List.of("id", "class"), names(file));
      assertEquals(2, file.rows());
      ColumnValues ids = file.read(0, file.columns().get(0));
      assertEquals("ä", ids.text(0));
      assertEquals("bob", ids.text(1));
      ColumnValues values = file.read(0, file.columns().get(1));
      assertEquals(1, values.whole(0));
      assertEquals(0, values.whole(1));
    }
    Path logits =
        write("l.parquet", Predictions.raw(PredictionKind.LOGITS, logits(1, 2, 3, 4)), dataset);
    try (ParquetFile file = ParquetFile.open(logits)) {
      assertEquals(List.of("id", "logit0", "logit1"), names(file));
      assertEquals(4, file.read(0, file.columns().get(2)).number(1));
    }
  }

  private static List<String> names(ParquetFile file) {
    return file.columns().stream().map(ParquetColumn::name).toList();
  }

  @Test
  void anUnknownEndingNamesThoseThereAre() {
    String message =
        assertThrows(SettingsException.class, () -> PredictionFile.at(Path.of("x.parket")))
            .getMessage();
    assertTrue(message.contains("did you mean 'parquet'?"), message);
    assertTrue(message.contains("csv, npy, parquet"), message);
  }

  @Test
  void nothingHalfWrittenIsLeft() throws IOException {
    Path target = folder.resolve("in/the/way.csv");
    Files.createDirectories(target);
    Files.writeString(target.resolve("file"), "");
    Dataset dataset = named("anna");
    assertThrows(
        IOException.class,
        () -> PredictionFile.at(target).write(Predictions.classes(logits(1, 2), arena), dataset));
    try (var left = Files.list(target.getParent())) {
      assertEquals(List.of(target), left.toList());
    }
  }
}
