package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanetoidImporterTest extends ImportFixture {
  @Test
  void readsPermutedAndMissingTestNodes() throws Exception {
    try (Dataset tiny = imported(fixture("planetoid"))) {
      assertEquals(10, tiny.graph().nodeCount());
      assertEquals(List.of(0L, 8L), neighbors(tiny, 2));
      assertEquals(List.of(), neighbors(tiny, 7));
      assertEquals(List.of(0L), neighbors(tiny, 1));
      assertEquals(List.of(0, 1, 0, 1, 0, 1, 1, -1, 0, 1), labels(tiny));
      assertEquals(List.of(0, 0, 1, 1, 1, 1, 2, -1, 2, 2), roles(tiny.split("split")));
      Features.Sparse features = (Features.Sparse) tiny.features().orElseThrow();
      assertEquals(List.of(6f, 6f, 6f), row(features, 6));
      assertEquals(List.of(), row(features, 7));
      assertEquals(List.of(8f, 8f), row(features, 8));
      assertEquals(List.of(9f), row(features, 9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cora", "citeseer"})
  void agreesWithTheSharedArrays(String name) throws Exception {
    Path raw = raw("planetoid");
    try (Dataset expected = shared(name);
        Dataset found = imported(raw, ImportOptions.DEFAULT.withName(name))) {
      assertSame(expected, found);
    }
  }

  @Test
  void aForbiddenGlobalIsNamed() throws Exception {
    Path copy = copy();
    Files.write(copy.resolve("ind.tiny.graph"), Files.readAllBytes(fixture("pickle/evil.pickle")));
    refused(copy, "ind.tiny.graph: byte 27: the pickle calls 'posix.system', which is refused");
  }

  @Test
  void theNameChoosesAmongSeveral() throws Exception {
    Path copy = copy();
    Files.copy(copy.resolve("ind.tiny.graph"), copy.resolve("ind.other.graph"));
    refused(copy, "name the dataset; there are [other, tiny]");
  }

  @Test
  void aCutOffFileIsNamed() throws Exception {
    Path copy = copy();
    byte[] whole = Files.readAllBytes(copy.resolve("ind.tiny.allx"));
    Files.write(copy.resolve("ind.tiny.allx"), Arrays.copyOf(whole, whole.length / 2));
    refused(copy, "ind.tiny.allx: the pickle is cut off");
  }

  @Test
  void badTestNodesAreNamed() throws Exception {
    Path copy = copy();
    Files.writeString(copy.resolve("ind.tiny.test.index"), "9\n5\n6\n");
    refused(copy, "test.index: line 2: '5'; expected a node number from 6 on");
  }

  private Path copy() throws Exception {
    Path copy = Files.createTempDirectory(folder, "copy");
    try (Stream<Path> files = Files.list(fixture("planetoid"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static List<Float> row(Features.Sparse features, long row) {
    long from = features.rowStarts().getAtIndex(JAVA_LONG_UNALIGNED, row);
    long to = features.rowStarts().getAtIndex(JAVA_LONG_UNALIGNED, row + 1);
    return LongStream.range(from, to)
        .mapToObj(i -> features.values().getAtIndex(JAVA_FLOAT_UNALIGNED, i))
        .toList();
  }
}
