package dev.atoll.formats.dataset;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atoll.files.FileDigest;
import dev.atoll.formats.PendingFolder;
import dev.atoll.formats.dataset.DatasetFolder.Check;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.Split;
import dev.atoll.testkit.Int64Twin;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetFolderTest {
  private static final int NODES = 5;

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadBack() {
    Randomly.tries(
        40,
        random -> {
          Path target = Files.createTempDirectory(folder, "round").resolve("data");
          try (Dataset made = random(random)) {
            DatasetFolder.write(target, made, Map.of("importer", "test"));
            try (Dataset back = DatasetFolder.open(target, DatasetFolder.Check.DIGESTS)) {
              assertSame(made, back);
            }
          }
          assertEquals("test", DatasetFolder.info(target).provenance().get("importer"));
        });
  }

  @Test
  void anEmptyGraphIsADataset() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      CsrGraph none = new CsrGraph(0, arena.allocate(JAVA_LONG), MemorySegment.NULL);
      var dataset = Dataset.of("none", none, arena);
      DatasetFolder.write(folder.resolve("none"), dataset, Map.of());
      DatasetFolder.open(folder.resolve("none")).close();
    }
  }

  @Test
  void keepsEdgeWeights() throws Exception {
    try (Dataset small = small();
        Arena arena = Arena.ofShared()) {
      CsrGraph graph = small.graph();
      MemorySegment weights = arena.allocate(JAVA_FLOAT, graph.edgeCount());
      for (long edge = 0; edge < graph.edgeCount(); edge++) {
        weights.setAtIndex(JAVA_FLOAT, edge, edge + 1.5f);
      }
      Path target = written("weighted", graph.withWeights(weights));
      try (Dataset back = DatasetFolder.open(target, DatasetFolder.Check.DIGESTS)) {
        assertEquals(-1, weights.mismatch(back.graph().weights().orElseThrow()));
      }
      for (float bad : new float[] {-1, 0, Float.NaN, Float.POSITIVE_INFINITY}) {
        weights.setAtIndex(JAVA_FLOAT, 1, bad);
        var e =
            assertThrows(BadDataException.class, () -> written("bad", graph.withWeights(weights)));
        assertTrue(
            e.getMessage()
                .contains(
                    "edge_weights.npy: entry 1 is %s; expected a finite number above 0"
                        .formatted(bad)),
            e.getMessage());
      }
    }
  }

  private Path written(String name, CsrGraph graph) throws IOException {
    Path target = folder.resolve(name);
    try (DatasetWriter writer = DatasetWriter.create(target, name)) {
      writer.graph(graph);
      writer.finish();
    }
    return target;
  }

  @Test
  void rowsOfDenseFeaturesStartOnCacheLines() throws Exception {
    Path target = written();
    try (Dataset back = DatasetFolder.open(target)) {
      Features.Dense dense = (Features.Dense) back.features().orElseThrow();
      assertEquals(0, dense.data().address() % 64);
    }
  }

  @Test
  void splitsAreFoundByName() throws Exception {
    Path target = written();
    try (Dataset back = DatasetFolder.open(target)) {
      assertEquals(Split.TEST, back.split("splits:1").role(2));
      var e = assertThrows(BadDataException.class, () -> back.split("spit"));
      assertTrue(e.getMessage().contains("did you mean 'split'?"), e.getMessage());
    }
  }

  @Test
  void anEmptyTrainSplitIsReportedToWhoeverAsks() throws Exception {
    Path target = written();
    try (Dataset back = DatasetFolder.open(target)) {
      assertEquals(1, back.split("split").require(Split.TRAIN).length);
      var e =
          assertThrows(BadDataException.class, () -> back.split("splits:1").require(Split.TRAIN));
      assertEquals(
          "split 'splits:1' has no training node: of 5 nodes 0 train, 0 validate, 1 test",
          e.getMessage());
    }
  }

  @Test
  void idsOutOfRangeAreNamed() throws Exception {
    expect(spoilt("indices", 2, 4, 5), "indices.npy: entry 2 is 5; expected 0 to 4");
  }

  @Test
  void int64IndicesAreNarrowed() throws Exception {
    Path target = written();
    Path twin = Int64Twin.of(target, folder.resolve("twin"));
    try (Dataset made = DatasetFolder.open(target);
        Dataset back = DatasetFolder.open(twin, DatasetFolder.Check.DIGESTS)) {
      assertSame(made, back);
    }
  }

  @Test
  void int64IndicesOutOfRangeAreNamedWhateverIsChecked() throws Exception {
    Path twin = Int64Twin.of(written(), folder.resolve("twin"));
    overwrite(twin, "indices", 2, 8, (1L << 32) + 1);
    var e =
        assertThrows(
            BadDataException.class, () -> DatasetFolder.open(twin, DatasetFolder.Check.SIZES));
    assertEquals(
        twin.resolve("indices.npy") + ": entry 2 is 4294967297; expected 0 to 4", e.getMessage());
  }

  @Test
  void tooManyNodesAreNamed() throws Exception {
    Path target = written();
    Path json = target.resolve("dataset.json");
    Files.writeString(json, unsealed(json).replaceFirst("\"nodes\" : 5", "\"nodes\" : 2147483648"));
    expect(
        target,
        "dataset.json: a graph of 2147483648 nodes: expected at most 2147483647 (2^31 - 1)");
  }

  @Test
  void negativeIdsAreNamed() throws Exception {
    expect(spoilt("indices", 3, 4, -7), "indices.npy: entry 3 is -7; expected 0 to 4");
  }

  @Test
  void rowStartsMustAscend() throws Exception {
    expect(spoilt("indptr", 1, 8, 4), "indptr.npy: row 1 starts at 4, the next one before it at 2");
  }

  @Test
  void notANumberIsNamedWithRowAndColumn() throws Exception {
    expect(
        spoilt("features", 7, 4, Float.floatToIntBits(Float.NaN)),
        "features.npy: row 3, column 1 is NaN; every feature must be a finite number");
  }

  @Test
  void infinityIsNamedWithRowAndColumn() throws Exception {
    expect(
        spoilt("features", 0, 4, Float.floatToIntBits(Float.NEGATIVE_INFINITY)),
        "features.npy: row 0, column 0 is -Infinity");
  }

  @Test
  void unknownClassesAreNamed() throws Exception {
    expect(
        spoilt("labels", 4, 4, 3),
        "labels.npy: row 4: class 3; expected 0 to 2, or -1 for unknown");
  }

  @Test
  void unknownRolesAreNamed() throws Exception {
    expect(spoilt("split", 1, 1, 3), "split.npy: split: row 1 is 3; expected 0 (train)");
    expect(spoilt("splits", 6, 1, -2), "splits.npy: splits:1: row 1 is -2");
  }

  @Test
  void aCutOffFileIsNamed() throws Exception {
    Path target = written();
    Path labels = target.resolve("labels.npy");
    try (RandomAccessFile file = new RandomAccessFile(labels.toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    expect(target, "labels.npy: 147 bytes; dataset.json says 148");
  }

  @Test
  void aMissingFileIsNamed() throws Exception {
    Path target = written();
    Files.delete(target.resolve("split.npy"));
    expect(target, "split.npy: missing, but dataset.json lists it");
  }

  @Test
  void wrongRowCountsAreNamed() throws Exception {
    Path target = written();
    Path json = target.resolve("dataset.json");
    Files.writeString(json, unsealed(json).replace("\"nodes\" : 5", "\"nodes\" : 6"));
    expect(target, "indptr.npy: shape [6]; expected [7]");
  }

  @Test
  void aChangedFileIsNamedWithBothDigests() throws Exception {
    Path target = folder.resolve("data");
    write(target);
    Path features = target.resolve("features.npy");
    String expected = FileDigest.of(features);
    overwrite(target, "features", 2, 4, Float.floatToIntBits(1));
    expect(
        target,
        "%s: damaged or changed: dataset.json says SHA-256 %s, found %s; import the data again"
            .formatted(features, expected, FileDigest.of(features)));
  }

  @Test
  void aChangedCountIsFoundByTheSeal() throws Exception {
    Path json = written().resolve("dataset.json");
    String text = Files.readString(json);
    Files.writeString(json, text.replaceFirst("\"classes\" : 3", "\"classes\" : 4"));
    expect(json.getParent(), "dataset.json: it is not as it was written: its seal is ");
    Files.writeString(json, text.replaceAll("\\s+", " "));
    DatasetFolder.open(json.getParent()).close();
  }

  @Test
  void aFolderIsReadAgainOnlyWhenItHasChanged() throws Exception {
    Path target = written();
    var verified = new VerifiedFolders(folder.resolve("verified"));
    DatasetFolder.open(target, Check.CONTENT, verified).close();
    assertFalse(Files.exists(verified.folder()), "files of this moment may change unnoticed");
    var names = new DatasetFiles(target, DatasetFolder.info(target)).names();
    VerifiedFolders.Stamp fresh = verified.stamp(target, names).orElseThrow();
    verified.keep(new VerifiedFolders.Stamp(fresh.file(), fresh.text(), Instant.EPOCH));
    assertTrue(verified.has(verified.stamp(target, names).orElseThrow()));
    DatasetFolder.open(target, Check.CONTENT, verified).close();

    Path labels = target.resolve("labels.npy");
    FileTime written = Files.getLastModifiedTime(labels);
    overwrite(target, "labels", 0, 4, 1);
    Files.setLastModifiedTime(labels, written);
    var e =
        assertThrows(
            BadDataException.class, () -> DatasetFolder.open(target, Check.CONTENT, verified));
    assertTrue(e.getMessage().startsWith(labels + ": damaged"), e.getMessage());
  }

  @Test
  void badCountsAndNamesInTheJsonAreNamed() throws Exception {
    Path json = written().resolve("dataset.json");
    String text = unsealed(json);
    Map<String, String> cases =
        Map.of(
            "\"nodes\" : -1", "'nodes' is -1",
            "\"nodes\" : 5.5", "'nodes' is not a whole number",
            "\"nodes\" : \"x\"", "'nodes' is not a whole number",
            "\"nodes\" : null", "'nodes' is not a whole number");
    for (var one : cases.entrySet()) {
      Files.writeString(json, text.replaceFirst("\"nodes\" : 5", one.getKey()));
      expect(json.getParent(), "dataset.json: " + one.getValue());
    }
    Files.writeString(json, text.replaceFirst("\"classes\" : 3", "\"classes\" : 1000000000"));
    expect(
        json.getParent(), "dataset.json: 1,000,000,000 classes for 5 rows; expected 0 to 65,536");
    Files.writeString(json, text.replaceFirst("\"name\" : \"small\"", "\"name\" : \"../../x\""));
    expect(json.getParent(), "dataset.json: name '../../x'; expected");
    Files.writeString(json, text.replaceFirst("\"split.npy\"", "\"../split.npy\""));
    expect(json.getParent(), "dataset.json: 'files' is ../split.npy");
    Files.writeString(json, text.substring(0, text.length() / 2));
    var e = assertThrows(BadDataException.class, () -> DatasetFolder.open(json.getParent()));
    assertFalse(e.getMessage().contains("REDACTED"), e.getMessage());
    Files.writeString(json, "[".repeat(100_000));
    expect(json.getParent(), "dataset.json: ");
  }

  @Test
  void brokenJsonIsNamedWithItsLine() throws Exception {
    Path target = written();
    Files.writeString(target.resolve("dataset.json"), "{\n \"format\": oops\n}");
    expect(target, "dataset.json: line 2, column 12: Unrecognized token 'oops'");
  }

  @Test
  void newerFormatsAreRefused() throws Exception {
    Path target = written();
    Path json = target.resolve("dataset.json");
    String newer = unsealed(json).replaceFirst("\"version\" : \\d+", "\"version\" : 9");
    Files.writeString(json, newer);
    expect(target, "format 'atoll-dataset' version 9; this program reads");
  }

  @Test
  void aFolderInUseIsKept() throws Exception {
    Path target = written();
    var e = assertThrows(BadDataException.class, this::written);
    assertEquals(target + ": already exists; remove it or choose another folder", e.getMessage());
    DatasetFolder.open(target).close();
    assertOnly("data");
  }

  @Test
  void aFailedWriteLeavesNothing() throws Exception {
    try (Dataset made = small()) {
      Features.Dense dense = (Features.Dense) made.features().orElseThrow();
      dense.data().set(JAVA_FLOAT, 8, Float.POSITIVE_INFINITY);
      var e =
          assertThrows(
              BadDataException.class,
              () -> DatasetFolder.write(folder.resolve("bad"), made, Map.of()));
      assertEquals(
          folder.resolve("bad")
              + "/features.npy: row 1, column 0 is Infinity; every feature must be a finite number:"
              + " replace it, such as by the mean of its column",
          e.getMessage());
    }
    assertOnly();
  }

  @Test
  void aFullDiskLeavesNothing() throws Exception {
    try (Dataset made = small();
        DatasetWriter writer =
            DatasetWriter.into(
                PendingFolder.beside(folder.resolve("full"), path -> (1 << 20) + 30), "full")) {
      var e = assertThrows(IOException.class, () -> writer.graph(made.graph()));
      assertEquals(
          folder.resolve("full")
              + ": disk full: indptr.npy needs 48 bytes and 1,048,576 of reserve, 1,048,606 are"
              + " free: 18 are missing; nothing was kept",
          e.getMessage());
    }
    assertOnly();
  }

  @Test
  void aDiskThatFillsWhileWritingLeavesNothing() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no /dev/full here");
    try (Dataset made = small();
        PendingFolder pending = PendingFolder.beside(folder.resolve("full"))) {
      MemorySegment cells = made.graph().neighbors();
      var e =
          assertThrows(
              IOException.class,
              () ->
                  pending.write(
                      "x.npy",
                      0,
                      file -> {
                        Npy.write(full, NpyArray.of("x", cells, NpyType.INT32, 1));
                        return file;
                      }));
      assertEquals(
          folder.resolve("full")
              + ": writing x.npy failed: No space left on device; nothing was kept",
          e.getMessage());
    }
    assertOnly();
  }

  @Test
  void anUnwritablePlaceIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    try (Dataset made = small()) {
      var e =
          assertThrows(
              IOException.class, () -> DatasetFolder.write(file.resolve("inside"), made, Map.of()));
      assertTrue(e.getMessage().contains("cannot create this folder"), e.getMessage());
      Path proc = Path.of("/proc/atoll-data");
      assumeTrue(Files.isDirectory(proc.getParent()), "there is no /proc here");
      e = assertThrows(IOException.class, () -> DatasetFolder.write(proc, made, Map.of()));
      assertTrue(e.getMessage().startsWith(proc + ": cannot create this folder"), e.getMessage());
    }
    assertOnly("file");
  }

  private static void expect(Path target, String message) {
    var e = assertThrows(BadDataException.class, () -> DatasetFolder.open(target));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  /** The small dataset with one element overwritten. */
  private Path spoilt(String array, long cell, int bytes, long value) throws IOException {
    Path target = Files.createTempDirectory(folder, "spoilt").resolve("data");
    write(target);
    Path json = target.resolve("dataset.json");
    String before = FileDigest.of(target.resolve(array + ".npy"));
    overwrite(target, array, cell, bytes, value);
    String after = FileDigest.of(target.resolve(array + ".npy"));
    Files.writeString(json, unsealed(json).replace(before, after));
    return target;
  }

  /** The text of a {@code dataset.json} as one writes it by hand. */
  private static String unsealed(Path json) throws IOException {
    return Files.readString(json).replaceFirst(",\\s*\"seal\" : \"[^\"]*\"", "");
  }

  private static void overwrite(Path target, String array, long cell, int bytes, long value)
      throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(target.resolve(array + ".npy").toFile(), "rw")) {
      file.seek(128 + cell * bytes);
      for (int i = 0; i < bytes; i++) {
        file.write((int) (value >> (8 * i)));
      }
    }
  }

  private Path written() throws IOException {
    Path target = folder.resolve("data");
    write(target);
    return target;
  }

  private static void write(Path target) throws IOException {
    try (Dataset made = small();
        DatasetWriter writer = DatasetWriter.create(target, "small")) {
      writer.graph(made.graph());
      writer.features(made.features().orElseThrow());
      writer.labels(made.labels().orElseThrow());
      writer.split(made.split("split"));
      MemorySegment stack = writer.map("splits", NpyType.INT8, 2, NODES);
      stack.fill((byte) -1);
      stack.set(JAVA_BYTE, NODES + 2, (byte) Split.TEST);
      writer.finish();
    }
  }

  @Test
  void linksComeBackAsTheyWere() throws IOException {
    Path target = folder.resolve("links");
    try (Dataset made = small();
        Arena arena = Arena.ofShared()) {
      var links =
          Links.all(
              3,
              arena.allocateFrom(JAVA_INT, 0, 1, 4),
              arena.allocateFrom(JAVA_INT, 2, 3, 0),
              Optional.of(arena.allocateFrom(JAVA_INT, 1, 0, 2)),
              3,
              arena.allocateFrom(JAVA_BYTE, new byte[] {0, 1, 2}),
              false);
      DatasetFolder.write(target, made.with(links), Map.of());
    }
    try (Dataset read = DatasetFolder.open(target)) {
      Links links = read.links().orElseThrow();
      assertEquals(3, links.count());
      assertEquals(4, links.head(2));
      assertEquals(3, links.tail(1));
      assertEquals(2, links.relation(2));
      assertEquals(3, links.relationCount());
      assertEquals(Split.VALIDATION, links.role(1));
    }
  }

  @Test
  void aLinkToNoNodeIsNamed() throws IOException {
    try (Dataset made = small();
        Arena arena = Arena.ofShared();
        DatasetWriter writer = DatasetWriter.create(folder.resolve("bad"), "bad")) {
      writer.graph(made.graph());
      writer.links(
          Links.all(
              1,
              arena.allocateFrom(JAVA_INT, 0),
              arena.allocateFrom(JAVA_INT, NODES),
              Optional.empty(),
              1,
              arena.allocate(1),
              false));
      var e = assertThrows(BadDataException.class, writer::finish);
      assertTrue(
          e.getMessage().contains("links.npy: entry 1 is 5; expected 0 to 4"), e.getMessage());
    }
  }

  private void assertOnly(String... names) throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(names), left.map(p -> p.getFileName().toString()).sorted().toList());
    }
  }

  /** Five nodes: 0 → 1 → 2 → 3 → 4 → 0, two features, three classes, node 0 trains. */
  private static Dataset small() {
    Arena arena = Arena.ofShared();
    MemorySegment features = arena.allocate(JAVA_FLOAT, NODES * 2);
    return Dataset.of(
            "small",
            new CsrGraph(
                NODES,
                arena.allocateFrom(JAVA_LONG, 0, 1, 2, 3, 4, 5),
                arena.allocateFrom(JAVA_INT, 4, 0, 1, 2, 3)),
            arena)
        .with(new Features.Dense(NODES, 2, Features.Element.F32, features))
        .with(new Labels.Single(NODES, 3, arena.allocateFrom(JAVA_INT, 0, 1, 2, -1, 0)))
        .withSplits(
            new TreeMap<>(
                Map.of(
                    "split",
                    new Split(
                        "split",
                        NODES,
                        arena.allocateFrom(JAVA_BYTE, new byte[] {0, 1, 2, -1, 2})))))
        .withMetric("accuracy");
  }

  private static Dataset random(RandomGenerator random) {
    Arena arena = Arena.ofShared();
    int nodes = random.nextInt(1, 60);
    int width = random.nextInt(1, 6);
    int edges = random.nextInt(100);
    MemorySegment starts = arena.allocate(JAVA_LONG, nodes + 1);
    MemorySegment neighbors = arena.allocate(JAVA_INT, Math.max(1, edges));
    for (int i = 0; i < edges; i++) {
      neighbors.setAtIndex(JAVA_INT, i, random.nextInt(nodes));
    }
    for (int i = 1; i <= nodes; i++) {
      starts.setAtIndex(JAVA_LONG, i, (long) edges * i / nodes);
    }
    MemorySegment split = arena.allocate(nodes);
    for (int i = 0; i < nodes; i++) {
      split.set(JAVA_BYTE, i, (byte) random.nextInt(-1, 3));
    }
    return new Dataset(
        "random",
        new CsrGraph(nodes, starts, neighbors),
        features(random, arena, nodes, width),
        labels(random, arena, nodes),
        new TreeMap<>(Map.of("split_x", new Split("split_x", nodes, split))),
        random.nextBoolean() ? Optional.of("ROC AUC") : Optional.empty(),
        ids(random, arena, nodes),
        Optional.empty(),
        DatasetNames.NONE,
        arena);
  }

  private static Optional<Features> features(
      RandomGenerator random, Arena arena, int nodes, int width) {
    Features.Element[] cells = Features.Element.values();
    int choice = random.nextInt(cells.length + 2);
    if (choice < cells.length) {
      MemorySegment data = arena.allocate((long) nodes * width * cells[choice].bytes(), 64);
      for (long i = 0; i < (long) nodes * width; i++) {
        if (cells[choice] == Features.Element.F32) {
          data.setAtIndex(JAVA_FLOAT, i, (float) random.nextGaussian());
        } else {
          data.setAtIndex(JAVA_SHORT, i, (short) random.nextInt(0x7000));
        }
      }
      return Optional.of(new Features.Dense(nodes, width, cells[choice], data));
    }
    if (choice == cells.length) {
      return Optional.empty();
    }
    MemorySegment starts = arena.allocate(JAVA_LONG, nodes + 1);
    MemorySegment columns = arena.allocate(JAVA_INT, nodes);
    MemorySegment values = arena.allocate(JAVA_FLOAT, nodes);
    for (int i = 0; i < nodes; i++) {
      starts.setAtIndex(JAVA_LONG, i + 1, i + 1);
      columns.setAtIndex(JAVA_INT, i, random.nextInt(width));
      values.setAtIndex(JAVA_FLOAT, i, random.nextFloat());
    }
    return Optional.of(new Features.Sparse(nodes, width, starts, columns, values));
  }

  private static Optional<Labels> labels(RandomGenerator random, Arena arena, int nodes) {
    if (random.nextBoolean()) {
      MemorySegment flags = arena.allocate(nodes * 3L);
      flags.set(JAVA_BYTE, random.nextInt(nodes * 3), (byte) 1);
      return Optional.of(new Labels.Multi(nodes, 3, flags));
    }
    MemorySegment classes = arena.allocate(JAVA_INT, nodes);
    classes.setAtIndex(JAVA_INT, random.nextInt(nodes), 2);
    return Optional.of(new Labels.Single(nodes, 3, classes));
  }

  private static Optional<NodeIds> ids(RandomGenerator random, Arena arena, int nodes) {
    if (random.nextBoolean()) {
      MemorySegment numbers = arena.allocate(JAVA_LONG, nodes);
      numbers.setAtIndex(JAVA_LONG, 0, random.nextLong());
      return Optional.of(new NodeIds.Numbers(nodes, numbers));
    }
    MemorySegment offsets = arena.allocate(JAVA_LONG, nodes + 1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < nodes; i++) {
      text.append("é").append(random.nextInt(1000));
      offsets.setAtIndex(JAVA_LONG, i + 1, text.toString().getBytes(StandardCharsets.UTF_8).length);
    }
    MemorySegment bytes =
        arena.allocateFrom(JAVA_BYTE, text.toString().getBytes(StandardCharsets.UTF_8));
    return Optional.of(new NodeIds.Texts(nodes, offsets, bytes));
  }

  private static void assertSame(Dataset made, Dataset back) {
    long nodes = made.graph().nodeCount();
    assertEquals(nodes, back.graph().nodeCount());
    assertEquals(made.graph().edgeCount(), back.graph().edgeCount());
    for (long i = 0; i < made.graph().edgeCount(); i++) {
      assertEquals(made.graph().source(i), back.graph().source(i));
    }
    assertEquals(made.metric(), back.metric());
    assertEquals(made.features().isPresent(), back.features().isPresent());
    made.features().ifPresent(f -> assertSame(f, back.features().orElseThrow()));
    for (long node = 0; node < nodes; node++) {
      assertEquals(made.graph().inDegree(node), back.graph().inDegree(node));
      assertEquals(made.id(node), back.id(node));
      for (String split : made.splits().keySet()) {
        assertEquals(made.split(split).role(node), back.split(split).role(node));
      }
      assertSame(made.labels().orElseThrow(), back.labels().orElseThrow(), node);
    }
  }

  private static void assertSame(Features made, Features back) {
    assertEquals(made.width(), back.width());
    switch (made) {
      case Features.Dense dense -> {
        assertEquals(dense.element(), ((Features.Dense) back).element());
        assertEquals(-1, dense.data().mismatch(((Features.Dense) back).data()));
      }
      case Features.Sparse sparse -> {
        assertEquals(-1, sparse.columns().mismatch(((Features.Sparse) back).columns()));
        assertEquals(-1, sparse.values().mismatch(((Features.Sparse) back).values()));
      }
    }
  }

  private static void assertSame(Labels made, Labels back, long node) {
    switch (made) {
      case Labels.Single single -> assertEquals(single.of(node), ((Labels.Single) back).of(node));
      case Labels.Multi multi -> {
        for (int c = 0; c < multi.classes(); c++) {
          assertEquals(multi.has(node, c), ((Labels.Multi) back).has(node, c));
        }
      }
    }
  }
}
