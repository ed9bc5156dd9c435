package dev.atoll.formats.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class DatasetCatalogTest {
  @TempDir Path folder;

  @Test
  void coraIsBundled() throws Exception {
    try (Dataset cora = catalog().open("cora")) {
      assertEquals(2708, cora.graph().nodeCount());
      assertEquals(10556, cora.graph().edgeCount());
      assertEquals(1433, cora.features().orElseThrow().width());
      assertTrue(cora.features().get() instanceof Features.Sparse);
      assertEquals(7, cora.labels().orElseThrow().classes());
      assertTrue(cora.labels().get() instanceof Labels.Single);
      assertEquals(140, cora.split("split").count(Split.TRAIN));
      assertEquals(500, cora.split("split").count(Split.VALIDATION));
      assertEquals(1000, cora.split("split").count(Split.TEST));
      assertEquals("17", cora.id(17));
    }
    DatasetInfo info = DatasetFolder.info(catalog().locate("cora"));
    assertTrue(info.licence().contains("MIT"), info.licence());
  }

  @Test
  void isUnpackedOnceAndAgainWhenTheSourceChanges() throws Exception {
    Path packed = packedCora("mine");
    Path first = catalog().locate("mine");
    assertEquals(first, catalog().locate("mine"));
    assertEquals(first, catalog().locate(packed.toString()));
    Path meta = packed.resolve("meta.json");
    Files.writeString(meta, Files.readString(meta).replace("node classification", "nodes"));
    assertFalse(first.equals(catalog().locate("mine")));
  }

  @Test
  void processesMayUnpackAtOnce() throws Exception {
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Path>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(() -> catalog().locate("cora"));
      }
      for (var done : threads.invokeAll(all)) {
        DatasetFolder.open(done.get(), DatasetFolder.Check.DIGESTS).close();
      }
    }
    try (Stream<Path> left = Files.list(folder.resolve("cache/unpacked"))) {
      assertEquals(1, left.count());
    }
  }

  @Test
  void damagedUnpackedFoldersAreUnpackedAgain() throws Exception {
    Path unpacked = catalog().locate("cora");
    byte[] labels = Files.readAllBytes(unpacked.resolve("labels.npy"));
    byte[] damaged = labels.clone();
    damaged[damaged.length - 4] ^= 1;
    Files.write(unpacked.resolve("labels.npy"), damaged);
    assertEquals(unpacked, catalog().locate("cora"));
    assertArrayEquals(labels, Files.readAllBytes(unpacked.resolve("labels.npy")));
    Files.writeString(unpacked.resolve("dataset.json"), "{");
    Files.delete(unpacked.resolve("indptr.npy"));
    try (Dataset cora = catalog().open("cora")) {
      assertEquals(10556, cora.graph().edgeCount());
    }
    Files.delete(unpacked.resolve("dataset.json"));
    catalog().open("cora").close();
    Files.write(unpacked.resolve("dataset.json"), new byte[] {0, 0, 0, '{', 32, 33, 0, 0});
    catalog().open("cora").close();
  }

  @Test
  void packedNamesAreNoPaths() throws Exception {
    Path packed = packedCora("mine");
    Path meta = packed.resolve("meta.json");
    Files.writeString(
        meta,
        Files.readString(meta).replaceFirst("\"name\": *\"[^\"]*\"", "\"name\": \"../../x\""));
    var e = assertThrows(BadDataException.class, () -> catalog().locate("mine"));
    assertTrue(e.getMessage().startsWith(meta + ": name '../../x'"), e.getMessage());
  }

  @Test
  void unknownNamesListTheKnownOnes() throws Exception {
    packedCora("mine");
    var e = assertThrows(BadDataException.class, () -> catalog().locate("croa"));
    assertTrue(e.getMessage().contains("did you mean 'cora'? Known: cora, mine"), e.getMessage());
  }

  @Test
  void aFolderThatHoldsNoDatasetIsNamed() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    var e = assertThrows(BadDataException.class, () -> catalog().locate(empty.toString()));
    assertTrue(e.getMessage().startsWith(empty.toString()), e.getMessage());
  }

  @Test
  void aChangedFileIsRefusedAndNothingIsLeft() throws Exception {
    Path packed = packedCora("mine");
    Files.copy(
        packed.resolve("features_values.npy.gz"),
        packed.resolve("labels.npy.gz"),
        StandardCopyOption.REPLACE_EXISTING);
    var e = assertThrows(BadDataException.class, () -> catalog().locate("mine"));
    assertTrue(e.getMessage().contains("labels.npy.gz: SHA-256"), e.getMessage());
    try (Stream<Path> left = Files.list(folder.resolve("cache/unpacked"))) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void environmentNamesTheFolders() {
    var catalog =
        DatasetCatalog.of(
            Map.of("ATOLL_DATA", "/a" + File.pathSeparator + "/b", "XDG_CACHE_HOME", "/c"));
    assertEquals(List.of(Path.of("/a"), Path.of("/b")), catalog.roots());
    assertEquals(Path.of("/c/atoll"), catalog.cache());
    assertTrue(DatasetCatalog.of(Map.of()).cache().endsWith(".cache/atoll"));
  }

  /** Compares every dataset of {@code $ATOLL_DATA} with its own {@code meta.json}. */
  @TestFactory
  Stream<DynamicTest> sharedDatasetsLoad() throws Exception {
    if (System.getenv("ATOLL_DATA") == null) {
      return Stream.of(
          DynamicTest.dynamicTest(
              "ATOLL_DATA is not set",
              () ->
                  Assumptions.abort("ATOLL_DATA is not set: the shared datasets are not checked")));
    }
    List<Path> packed = new ArrayList<>();
    for (Path root : DatasetCatalog.of(System.getenv()).roots()) {
      try (Stream<Path> folders = Files.list(root)) {
        folders.filter(PackedFolder::isPacked).sorted().forEach(packed::add);
      }
    }
    return packed.stream()
        .map(p -> DynamicTest.dynamicTest(p.getFileName().toString(), () -> agrees(p)));
  }

  private void agrees(Path packed) throws Exception {
    JsonNode meta = new ObjectMapper().readTree(packed.resolve("meta.json").toFile());
    try (Dataset dataset = catalog().open(packed.toString())) {
      assertEquals(meta.path("nodes").longValue(), dataset.graph().nodeCount());
      assertEquals(
          meta.path("edgesAfterSymmetrizeDedupNoSelfLoops").longValue(),
          dataset.graph().edgeCount());
      long widest = 0;
      for (long node = 0; node < dataset.graph().nodeCount(); node++) {
        widest = Math.max(widest, dataset.graph().inDegree(node));
      }
      assertEquals(meta.path("maxDegree").longValue(), widest);
      JsonNode files = meta.path("files");
      boolean plain = files.has("features.npy.gz") || files.has("features_indptr.npy.gz");
      if (plain) {
        assertEquals(meta.path("features").intValue(), dataset.features().orElseThrow().width());
      }
      assertEquals(
          plain || files.has("features_derived128.npy.gz"), dataset.features().isPresent());
      if (files.has("labels.npy.gz")) {
        assertEquals(meta.path("classes").intValue(), dataset.labels().orElseThrow().classes());
      }
      if (files.has("split.npy.gz") && meta.path("splitCounts").has("train")) {
        assertEquals(
            meta.path("splitCounts").path("train").longValue(),
            dataset.split("split").count(Split.TRAIN));
      }
      if (files.has("splits.npy.gz")) {
        assertTrue(dataset.splits().containsKey("splits:9"));
      }
    }
  }

  private DatasetCatalog catalog() {
    return new DatasetCatalog(List.of(folder.resolve("roots")), folder.resolve("cache"));
  }

  private Path packedCora(String name) throws Exception {
    Path packed = Files.createDirectories(folder.resolve("roots").resolve(name));
    for (String file :
        List.of(
            "meta.json",
            "edges.npy.gz",
            "features_indptr.npy.gz",
            "features_indices.npy.gz",
            "features_values.npy.gz",
            "labels.npy.gz",
            "split.npy.gz")) {
      try (var in = DatasetCatalog.class.getResourceAsStream("/datasets/cora/" + file)) {
        Files.copy(in, packed.resolve(file));
      }
    }
    return packed;
  }
}
