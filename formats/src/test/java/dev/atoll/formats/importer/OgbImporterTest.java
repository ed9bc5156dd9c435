package dev.atoll.formats.importer;

import static dev.atoll.formats.npy.NpyType.FLOAT32;
import static dev.atoll.formats.npy.NpyType.INT64;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OgbImporterTest extends ImportFixture {
  private Path source;

  @BeforeEach
  void write() throws IOException {
    source = Files.createDirectory(folder.resolve("ogbn_tiny"));
    table("raw/edge", "0,1\n2,1\n");
    table("raw/num-node-list", "3\n");
    table("raw/num-edge-list", "2\n");
    table("raw/node-feat", "0.5,1\n-1,2e3\n0,0\n");
    table("raw/node-label", "1\n\n0\n");
    table("split/time/train", "0\n");
    table("split/time/valid", "2\n");
    table("split/time/test", "");
  }

  @Test
  void readsEdgesAsStored() throws Exception {
    try (Dataset found = imported(source)) {
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
      assertEquals(List.of(), neighbors(found, 0));
      assertEquals(List.of(1, -1, 0), labels(found));
      assertEquals(List.of(0, -1, 1), roles(found.split("split")));
      Features.Dense features = (Features.Dense) found.features().orElseThrow();
      assertEquals(2, features.width());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ogbn_products", "products", "raw-ogbg_molhiv", "ogbl-ppa"})
  void addsInverseEdgesWhereTheOwnersDo(String name) throws Exception {
    Path renamed = Files.move(source, folder.resolve(name));
    try (Dataset found = imported(renamed, ImportOptions.DEFAULT.withName("shop"))) {
      assertEquals(List.of(1L), neighbors(found, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ogbn-products", "molly", "products2"})
  void theNameOfTheResultDoesNotDecideTheDirection(String name) throws Exception {
    try (Dataset found = imported(source, ImportOptions.DEFAULT.withName(name))) {
      assertEquals(List.of(), neighbors(found, 0));
    }
  }

  /** Words that only begin like the names of undirected datasets. */
  @ParameterizedTest
  @ValueSource(strings = {"my-mollusc", "plain", "ppapers"})
  void foldersOfOtherNamesAreReadAsStored(String name) throws Exception {
    try (Dataset found = imported(Files.move(source, folder.resolve(name)))) {
      assertEquals(List.of(), neighbors(found, 0));
    }
  }

  @Test
  void splitsTellTheDirectionWhereTheFolderDoesNot() throws Exception {
    Files.move(source.resolve("split/time"), source.resolve("split/sales_ranking"));
    try (Dataset found = imported(source)) {
      assertEquals(List.of(1L), neighbors(found, 0));
    }
  }

  @Test
  void flagsAreLabelsToo() throws Exception {
    table("raw/node-label", "1,0\n0,0\n1,1\n");
    try (Dataset found = imported(source)) {
      assertTrue(((Labels.Multi) found.labels().orElseThrow()).has(2, 1));
    }
  }

  @Test
  void severalGraphsBecomeOne() throws Exception {
    table("raw/num-node-list", "1\n2\n0\n2\n");
    table("raw/num-edge-list", "0\n1\n0\n1\n");
    table("raw/edge", "0,1\n1,0\n");
    table("raw/node-feat", "1\n2\n3\n4\n5\n");
    table("raw/node-label", "1\n2\n3\n4\n5\n");
    try (Dataset found = imported(source)) {
      assertEquals(5, found.graph().nodeCount());
      assertEquals(List.of(1L), neighbors(found, 2));
      assertEquals(List.of(4L), neighbors(found, 3));
      assertTrue(found.splits().isEmpty());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "raw/edge ! 0,1\\n2,3\\n ! edge.csv.gz: line 2: node 3; expected 0 to 2",
        "raw/edge ! 0,1\\n ! edge.csv.gz: 1 edges; num-edge-list says 2",
        "raw/node-feat ! 1\\n2\\n ! node-feat.csv.gz: 2 lines, but there are 3 nodes",
        "raw/node-feat ! 1,2\\n3,nan\\n4,5\\n ! node-feat.csv.gz: line 2: feature 2 is NaN",
        "raw/node-feat ! 1,2\\n3\\n4,5\\n ! node-feat.csv.gz: line 2: expected another field",
        "raw/node-label ! 1\\nx\\n4\\n ! node-label.csv.gz: line 2: expected a number, found 'x'",
        "raw/node-label ! 1\\n2.5\\n4\\n ! row 1: 2.5 is no class number",
        "split/time/test ! 7\\n ! test.csv.gz: line 1: node 7; expected 0 to 2",
        "split/time/test ! 0\\n ! test.csv.gz: line 1: node 0 is in two sets"
      })
  void badTablesAreNamed(String table, String text, String message) throws Exception {
    table(table, text.translateEscapes());
    refused(source, message);
  }

  @Test
  void readsTheOriginalMolecules() throws Exception {
    Path raw = raw("ogb-csv-ogbg_molbace");
    try (Dataset expected = shared("ogbg-molbace");
        Dataset found = imported(raw)) {
      assertSame(expected.graph(), found.graph());
      Features.Dense features = (Features.Dense) expected.features().orElseThrow();
      assertEquals(
          -1, features.data().mismatch(((Features.Dense) found.features().orElseThrow()).data()));
    }
  }

  @Test
  void readsTheOriginalArxiv() throws Exception {
    Path raw = raw("ogb-csv-ogbn_arxiv");
    try (Dataset expected = shared("ogbn-arxiv");
        Dataset both = imported(raw, ImportOptions.DEFAULT.withEdges(EdgeRule.UNDIRECTED));
        Dataset directed = imported(raw)) {
      assertSame(expected.graph(), both.graph());
      assertSame(expected.labels(), both.labels());
      assertEquals(-1, expected.split("split").data().mismatch(both.split("split").data()));
      assertEquals(1166243, directed.graph().edgeCount());
      assertTrue(both.features().isEmpty());
    }
  }

  @Test
  void readsTheBinaryVariant() throws Exception {
    Path binary = Files.createDirectories(folder.resolve("ogbn_papers/raw")).getParent();
    try (var data = new ZipOutputStream(Files.newOutputStream(binary.resolve("raw/data.npz")))) {
      array(data, "edge_index", MemorySegment.ofArray(new long[] {0, 2, 1, 1}), INT64, 2, 2);
      array(data, "num_nodes_list", MemorySegment.ofArray(new long[] {3}), INT64, 1);
      array(data, "num_edges_list", MemorySegment.ofArray(new long[] {2}), INT64, 1);
      float[] features = {1, 2, 3, 4, 5, 6};
      array(data, "node_feat", MemorySegment.ofArray(features), FLOAT32, 3, 2);
    }
    try (var data =
        new ZipOutputStream(Files.newOutputStream(binary.resolve("raw/node-label.npz")))) {
      float[] labels = {1, Float.NaN, 0};
      array(data, "node_label", MemorySegment.ofArray(labels), FLOAT32, 3, 1);
    }
    try (Dataset found = imported(binary)) {
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
      assertEquals(List.of(), neighbors(found, 0));
      assertEquals(List.of(1, -1, 0), labels(found));
      assertEquals(2, found.features().orElseThrow().width());
      assertTrue(found.splits().isEmpty());
    }
  }

  private void array(
      ZipOutputStream zip, String name, MemorySegment cells, NpyType type, long... shape)
      throws IOException {
    Path file = folder.resolve("array.npy");
    Npy.write(file, NpyArray.of(name, cells, type, shape));
    zip.putNextEntry(new ZipEntry(name + ".npy"));
    Files.copy(file, zip);
  }

  private void table(String name, String text) throws IOException {
    Path file = source.resolve(name + ".csv.gz");
    Files.createDirectories(file.getParent());
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
