package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.parquet.ParquetWriter;
import dev.atoll.formats.parquet.ParquetWriter.Column;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParquetImporterTest extends ImportFixture {
  private Path source;

  @BeforeEach
  void makeSource() throws IOException {
    source = Files.createDirectory(folder.resolve("tables"));
  }

  @Test
  void readsWhatArrowWrites() throws Exception {
    try (Dataset found = imported(fixture("parquet/graph"))) {
      assertEquals("carl", found.id(0));
      assertEquals("anna", found.id(1));
      assertEquals(List.of(0L, 1L), neighbors(found, 2));
      assertEquals(List.of(2, -1, 0), labels(found));
      assertEquals(List.of(0, -1, 2), roles(found.split("split")));
      Features.Dense features = (Features.Dense) found.features().orElseThrow();
      assertEquals(
          List.of("title=x", "title=y", "title=z", "feat[0]", "feat[1]"), found.names().features());
      assertEquals(
          6.5f, features.data().getAtIndex(JAVA_FLOAT_UNALIGNED, 2L * features.width() + 4));
    }
  }

  @Test
  void readsNumbersWithoutANodeTable() throws Exception {
    edges(List.of(70L, 30L), List.of(30L, 50L));
    try (Dataset found = imported(source.resolve("edges.parquet"))) {
      assertEquals(3, found.graph().nodeCount());
      assertEquals("30", found.id(0));
      assertEquals(List.of(1L, 2L), neighbors(found, 0));
    }
  }

  @Test
  void agreesWithTheSameTablesAsText() throws Exception {
    edges(List.of(7L, 3L), List.of(3L, 5L), List.of(9L, 7L));
    nodes(List.of(9L, 7L, 5L, 3L), 0.5f, -1f, 2f, 8f);
    Path text = Files.createDirectory(folder.resolve("text"));
    Files.writeString(text.resolve("edges.csv"), "u,v\n7,3\n3,5\n9,7\n");
    Files.writeString(
        text.resolve("nodes.csv"), "id,label,f\n9,red,0.5\n7,blue,-1\n5,red,2\n3,blue,8\n");
    try (Dataset expected = imported(text);
        Dataset found = imported(source)) {
      assertSame(expected.graph(), found.graph());
      assertSame(expected.labels(), found.labels());
      assertEquals(expected.id(0), found.id(0));
    }
  }

  @Test
  void keepsTheWeightsOfEdges() throws Exception {
    weightedEdges(0.5, 2);
    try (Dataset found = imported(source)) {
      assertEquals(List.of(0.5f, 2f), weights(found, 1));
    }
    weightedEdges(0.5, -2);
    refused(source, "edges.parquet: row 2: weight -2.0; expected a finite number from 0");
  }

  /** The edges 0 → 1 and 1 → 2. */
  private void weightedEdges(double first, double second) throws IOException {
    var columns = List.of(Column.whole("u"), Column.whole("v"), Column.real("weight"));
    try (var table = new ParquetWriter(source.resolve("edges.parquet"), columns)) {
      table.whole(0).whole(1).real((float) first).endRow();
      table.whole(1).whole(2).real((float) second).endRow();
      table.finish();
    }
  }

  @Test
  void badRowsAreNamed() throws Exception {
    edges(List.of(7L, 3L), List.of(3L, 4L));
    nodes(List.of(7L, 3L), 1f, 2f);
    refused(source, "edges.parquet: row 2: id '4' is not in the node table");
    edges(List.of(7L, 3L), List.of(3L, -3L));
    refused(source.resolve("edges.parquet"), "edges.parquet: row 2: id -3 is negative");
    edges(List.of(7L, 3L));
    nodes(List.of(7L, 3L), 1f, Float.POSITIVE_INFINITY);
    refused(source, "nodes.parquet: row 2: column 'f' is Infinity; expected a finite number");
    nodes(List.of(7L, 3L, 7L), 1f, 2f, 3f);
    refused(source, "nodes.parquet: row 3: id '7' is there twice: column 'f' differs from row 1");
  }

  @SafeVarargs
  private void edges(List<Long>... edges) throws IOException {
    var columns = List.of(Column.whole("u"), Column.whole("v"));
    try (var table = new ParquetWriter(source.resolve("edges.parquet"), columns)) {
      for (List<Long> edge : edges) {
        table.whole(edge.get(0)).whole(edge.get(1)).endRow();
      }
      table.finish();
    }
  }

  private void nodes(List<Long> ids, float... features) throws IOException {
    var columns = List.of(Column.whole("id"), Column.text("label"), Column.real("f"));
    try (var table = new ParquetWriter(source.resolve("nodes.parquet"), columns)) {
      for (int i = 0; i < features.length; i++) {
        table.whole(ids.get(i)).text(i % 2 == 0 ? "red" : "blue").real(features[i]).endRow();
      }
      table.finish();
    }
  }
}
