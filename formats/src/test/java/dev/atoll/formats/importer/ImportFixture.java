package dev.atoll.formats.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;

/** Shared base of importer tests: a folder to import into, and comparisons. */
public abstract class ImportFixture {
  @TempDir protected Path folder;

  protected ImportFixture() {}

  Dataset imported(Path source, ImportOptions options) throws IOException {
    Path target = Files.createTempDirectory(folder, "import").resolve("data");
    Importers.run(source, target, options);
    return DatasetFolder.open(target, DatasetFolder.Check.DIGESTS);
  }

  Dataset imported(Path source) throws IOException {
    return imported(source, ImportOptions.DEFAULT);
  }

  /** The import fails with a message that holds the text, and leaves nothing. */
  void refused(Path source, ImportOptions options, String message) throws IOException {
    Path place = Files.createTempDirectory(folder, "refused");
    var e =
        assertThrows(
            BadDataException.class, () -> Importers.run(source, place.resolve("data"), options));
    assertTrue(e.getMessage().contains(message), e.getMessage());
    try (Stream<Path> left = Files.list(place)) {
      assertEquals(List.of(), left.toList());
    }
  }

  void refused(Path source, String message) throws IOException {
    refused(source, ImportOptions.DEFAULT, message);
  }

  static List<Long> neighbors(Dataset dataset, long node) {
    List<Long> found = new ArrayList<>();
    for (long i = 0; i < dataset.graph().inDegree(node); i++) {
      found.add((long) dataset.graph().inNeighbor(node, i));
    }
    return found;
  }

  /** The weights of the edges into a node. */
  static List<Float> weights(Dataset dataset, long node) {
    List<Float> found = new ArrayList<>();
    for (long i = 0; i < dataset.graph().inDegree(node); i++) {
      found.add(dataset.graph().rows().weight(dataset.graph().rowStart(node) + i));
    }
    return found;
  }

  static List<Integer> labels(Dataset dataset) {
    Labels.Single labels = (Labels.Single) dataset.labels().orElseThrow();
    List<Integer> found = new ArrayList<>();
    for (long i = 0; i < labels.rows(); i++) {
      found.add(labels.of(i));
    }
    return found;
  }

  static List<Integer> roles(Split split) {
    List<Integer> found = new ArrayList<>();
    for (long i = 0; i < split.rows(); i++) {
      found.add(split.role(i));
    }
    return found;
  }

  protected static void assertSame(Dataset expected, Dataset found) {
    assertSame(expected.graph(), found.graph());
    assertEquals(expected.features().isPresent(), found.features().isPresent());
    expected.features().ifPresent(f -> assertSame(f, found.features().orElseThrow()));
    assertSame(expected.labels(), found.labels());
    assertEquals(-1, expected.split("split").data().mismatch(found.split("split").data()));
  }

  protected static void assertSame(Optional<Labels> expected, Optional<Labels> found) {
    assertEquals(expected.isPresent(), found.isPresent());
    if (expected.isPresent()) {
      assertEquals(expected.get().classes(), found.get().classes());
      switch (expected.get()) {
        case Labels.Single one ->
            assertEquals(-1, one.data().mismatch(((Labels.Single) found.get()).data()));
        case Labels.Multi many ->
            assertEquals(-1, many.data().mismatch(((Labels.Multi) found.get()).data()));
      }
    }
  }

  protected static void assertSame(CsrGraph expected, CsrGraph found) {
    assertEquals(expected.nodeCount(), found.nodeCount());
    assertEquals(expected.edgeCount(), found.edgeCount());
    assertEquals(-1, expected.rowStarts().mismatch(found.rowStarts()));
    assertEquals(-1, expected.neighbors().mismatch(found.neighbors()));
  }

  private static void assertSame(Features expected, Features found) {
    assertEquals(expected.width(), found.width());
    switch (expected) {
      case Features.Dense dense ->
          assertEquals(-1, dense.data().mismatch(((Features.Dense) found).data()));
      case Features.Sparse sparse -> {
        Features.Sparse other = (Features.Sparse) found;
        assertEquals(-1, sparse.rowStarts().mismatch(other.rowStarts()));
        assertEquals(-1, sparse.columns().mismatch(other.columns()));
        assertEquals(-1, sparse.values().mismatch(other.values()));
      }
    }
  }

  /** A folder or file of the original formats, next to the shared datasets. */
  static Path raw(String name) {
    Path found =
        DatasetCatalog.standard().roots().stream()
            .map(root -> root.resolve("raw").resolve(name))
            .filter(Files::exists)
            .findFirst()
            .orElse(null);
    Assumptions.assumeTrue(
        found != null, "ATOLL_DATA has no raw/" + name + ": original files are not checked");
    return found;
  }

  Dataset shared(String name) throws IOException {
    var catalog = new DatasetCatalog(DatasetCatalog.standard().roots(), folder.resolve("cache"));
    return catalog.open(name);
  }

  static Path fixture(String name) {
    try {
      return Path.of(ImportFixture.class.getResource("/" + name).toURI());
    } catch (java.net.URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
