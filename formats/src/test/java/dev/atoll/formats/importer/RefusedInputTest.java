package dev.atoll.formats.importer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyHeader;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of files with false or impossible claims: each is refused by name. */
class RefusedInputTest extends ImportFixture {
  private Path source;

  @BeforeEach
  void makeSource() throws IOException {
    source = Files.createDirectory(folder.resolve("source"));
  }

  @Test
  void anArchiveThatClaimsMoreThanItHasReservesNothing() throws Exception {
    Path file = folder.resolve("claims.npz");
    zip(file, Map.of("edges.npy", NpyHeader.of(NpyType.INT64, 2, 2147483647L).bytes()));
    refused(file, file + "(edges): shape [2, 2147483647] of int64 takes 34359738352 bytes");
    Path gz = source.resolve("edges.npy.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(gz))) {
      out.write(NpyHeader.of(NpyType.INT64, 2, 2147483647L).bytes());
    }
    refused(source, gz + ": shape [2, 2147483647] of int64 takes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "(99999999999999999999,) ! impossible shape: '99999999999999999999' is no length",
        "(9223372036854775807, 2) ! impossible shape",
        "(99999999999, 99999999999) ! impossible shape",
        "() ! truncated: shape [] of int64 takes 8 bytes of data, the file has 0",
      })
  void impossibleShapesAreNamed(String shape, String message) throws Exception {
    Path file = source.resolve("edges.npy");
    String text = "{'descr': '<i8', 'fortran_order': False, 'shape': %s, }".formatted(shape);
    Files.write(file, head(text));
    refused(source, file + ": " + message);
  }

  @Test
  void aTypeWithAnAbsurdWidthIsNamed() throws Exception {
    Path file = source.resolve("edges.npy");
    Files.write(file, head("{'descr': '<U99999999999', 'fortran_order': False, 'shape': (1,), }"));
    refused(source, file + ": elements of type '<U99999999999'");
  }

  @Test
  void absurdIdsAreNamed() throws Exception {
    longs("edges", new long[] {2, 2}, 0, 2147483647L, 1, 1);
    refused(source, "edges.npy: 2,147,483,648 nodes, but only 2 edges or rows of data");
    longs("edges", new long[] {2, 2}, 0, 1L << 62, 1, 1);
    refused(source, "edges.npy: 4,611,686,018,427,387,905 nodes");
    longs("edges", new long[] {2, 2}, 0, Long.MAX_VALUE, 1, 1);
    refused(source, "edges.npy: ");
    longs("edges", new long[] {2, 2}, 0, -3, 1, 1);
    refused(source, "edges.npy: edge 1 (-3 → 1): source -3 is out of range");
  }

  @Test
  void lengthsThatDisagreeAreNamedTogether() throws Exception {
    longs("edges", new long[] {2, 2}, 0, 1, 1, 2);
    longs("features", new long[] {2, 1}, 7, 8);
    longs("labels", new long[] {3}, 0, 1, 0);
    refused(
        source,
        "labels.npy: 3 rows, but %s has 2; expected one per node in each"
            .formatted(source.resolve("features.npy")));
    longs("labels", new long[] {2}, 0, 1);
    refused(source, "features.npy has 2 rows, one per node)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "-5 ! row 1: -5 is no class number; expected whole numbers from 0, or -1 for unknown",
        "-2 ! row 1: -2 is no class number",
        "1000000000 ! row 1: 1,000,000,001 classes for 2 rows; expected 0 to 65,536",
        "4611686018427387904 ! row 1: 4611686018427387904 is no class number",
      })
  void labelsThatAreNoClassesAreNamed(long label, String message) throws Exception {
    longs("edges", new long[] {2, 1}, 0, 1);
    longs("labels", new long[] {2}, 0, label);
    refused(source, source.resolve("labels.npy") + ": " + message);
  }

  @Test
  void badContentIsNamedWithItsSourceFile() throws Exception {
    longs("edges", new long[] {2, 1}, 0, 1);
    floats("features", new long[] {2, 1}, 1, Float.NaN);
    refused(source, source.resolve("features.npy") + ": row 1, column 0 is NaN");
    floats("features", new long[] {2, 1}, 1, 2);
    Npy.write(
        source.resolve("split.npy"),
        NpyArray.of("", MemorySegment.ofArray(new byte[] {0, 7}), NpyType.INT8, 2));
    refused(source, source.resolve("split.npy") + ": split: row 1 is 7; expected 0 (train)");
  }

  @Test
  void absurdColumnsOfSparseFeaturesAreNamed() throws Exception {
    longs("edges", new long[] {2, 1}, 0, 1);
    longs("features_indptr", new long[] {3}, 0, 1, 2);
    longs("features_indices", new long[] {2}, 0, 2_000_000_000);
    floats("features_values", new long[] {2}, 1, 1);
    refused(source, "features_indices.npy: 2,000,000,001 columns, but only 2 entries");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "num-node-list ! 2000000000 ! 2,000,000,000 nodes, but only 2 edges or rows of data",
        "num-node-list ! 4611686018427387904 ! num-node-list.csv: line 1: expected a whole number"
            + " of up to",
        "num-node-list ! '5\n-2' ! num-node-list.csv: line 2: -2; expected a number from 0",
        "num-edge-list ! -2 ! num-edge-list.csv: line 1: -2; expected a number from 0",
        "node-feat ! '' ! node-feat.csv: 0 lines, but there are 3 nodes",
        "node-feat ! '1\nx\n2' ! node-feat.csv: line 2",
        "node-label ! '1\n-7\n0' ! row 1: -7 is no class number",
      })
  void ogbClaims(String name, String content, String message) throws Exception {
    Files.createDirectories(source.resolve("raw"));
    Files.writeString(source.resolve("raw/edge.csv"), "0,1\n2,1\n");
    Files.writeString(source.resolve("raw/num-node-list.csv"), "3\n");
    Files.writeString(source.resolve("raw/num-edge-list.csv"), "2\n");
    Files.writeString(source.resolve("raw/" + name + ".csv"), content);
    refused(source, message);
  }

  /** A single wide line does not make a wide table. */
  @Test
  void ogbRowsThatAreNotThereReserveNothing() throws Exception {
    Files.createDirectories(source.resolve("raw"));
    Files.writeString(source.resolve("raw/edge.csv"), "0,1\n");
    Files.writeString(source.resolve("raw/num-edge-list.csv"), "1\n");
    Files.writeString(source.resolve("raw/num-node-list.csv"), "100000\n");
    Path features = source.resolve("raw/node-feat.csv");
    Files.writeString(features, "1,".repeat(100_000) + "1\n" + "1\n".repeat(99_999));
    refused(source, features + ": 100000 lines of 100001 columns, as in the first one, would take");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "num: 3 ! num: 2 ! edges.csv: line 2: node 2; expected 0 to 1",
        "num: 3 ! num: 3000000000 ! num' is not a whole number from 0 to 2147483647",
        "num: 3 ! num: 2000000000 ! 2,000,000,000 nodes, but only 2 edges or rows of data",
        "num: 3 ! num: -3 ! num' is not a whole number",
        "num: 3 ! num: 9e18 ! num' is not a whole number",
        "path: edges.csv ! path: ../outside.csv ! metadata.yaml: path '../outside.csv' leads out of"
            + " this folder",
        "path: edges.csv ! path: /etc/passwd ! metadata.yaml: path '/etc/passwd' leads out of this"
            + " folder",
        "path: edges.csv ! path: linked.csv ! metadata.yaml: path 'linked.csv' leads out of this"
            + " folder",
        "graph: ! graph: [ ! metadata.yaml: line",
      })
  void graphBoltClaims(String before, String after, String message) throws Exception {
    String metadata =
        """
        graph:
          nodes:
            - num: 3
          edges:
            - format: csv
              path: edges.csv
        """;
    Files.writeString(folder.resolve("outside.csv"), "secret,words\n");
    Files.createSymbolicLink(source.resolve("linked.csv"), folder.resolve("outside.csv"));
    Files.writeString(source.resolve("edges.csv"), "0,1\n2,1\n");
    Files.writeString(source.resolve("metadata.yaml"), metadata.replace(before, after));
    refused(source, message);
    var e =
        assertThrows(
            BadDataException.class,
            () -> Importers.run(source, folder.resolve("t"), ImportOptions.DEFAULT));
    assertTrue(e.getMessage().startsWith(source.toString()), e.getMessage());
    assertFalse(e.getMessage().contains("secret") || e.getMessage().contains("root:"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "'{\"0\": -7}' ! class_map.json: row 0: -7 is no class number",
        "'{\"0\": 99999999999999999999}' ! class_map.json: line 1: '0': expected a whole number",
        "'{\"0\": 4611686018427387904}' ! class_map.json: line 1: '0': expected a whole number",
        "'{\"0\": 2000000000}' ! class_map.json: row 0: 2,000,000,001 classes for 3 rows",
        "'{\"0\": \"x\"}' ! class_map.json: line 1: '0': expected a whole number",
        "'{\"0\": ' ! class_map.json: line 1",
        "'{\"0\": null}' ! class_map.json: line 1",
        "'{\"7\": 1}' ! class_map.json: line 1: node '7'; expected 0 to 2",
        "DEEP ! class_map.json",
        "DIGITS ! class_map.json",
      })
  void graphSaintClaims(String json, String message) throws Exception {
    zip(
        source.resolve("adj_full.npz"),
        Map.of(
            "indptr.npy", npy(NpyType.INT64, new long[] {4}, 0, 1, 2, 2),
            "indices.npy", npy(NpyType.INT64, new long[] {2}, 1, 0)));
    Files.writeString(source.resolve("role.json"), "{\"tr\": [0], \"va\": [1], \"te\": [2]}");
    String text =
        switch (json) {
          case "DEEP" -> "{\"0\": " + "[".repeat(100_000);
          case "DIGITS" -> "{\"0\": " + "9".repeat(100_000) + "}";
          default -> json;
        };
    Files.writeString(source.resolve("class_map.json"), text);
    refused(source, message);
  }

  private void longs(String name, long[] shape, long... values) throws IOException {
    Files.write(source.resolve(name + ".npy"), npy(NpyType.INT64, shape, values));
  }

  private void floats(String name, long[] shape, float... values) throws IOException {
    Npy.write(
        source.resolve(name + ".npy"),
        NpyArray.of("", MemorySegment.ofArray(values), NpyType.FLOAT32, shape));
  }

  private byte[] npy(NpyType type, long[] shape, long... values) throws IOException {
    Path file = folder.resolve("array.npy");
    Npy.write(file, NpyArray.of("", MemorySegment.ofArray(values), type, shape));
    return Files.readAllBytes(file);
  }

  private static byte[] head(String text) {
    byte[] head = new byte[10 + text.length()];
    byte[] begin = NpyHeader.of(NpyType.INT8, 1).bytes();
    System.arraycopy(begin, 0, head, 0, 8);
    head[8] = (byte) text.length();
    System.arraycopy(text.getBytes(ISO_8859_1), 0, head, 10, text.length());
    return head;
  }

  private static void zip(Path file, Map<String, byte[]> entries) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (var entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    Files.write(file, bytes.toByteArray());
  }
}
