package dev.atoll.formats.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.files.FileDigest;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardFolderTest {
  @TempDir Path folder;

  @Test
  void everyEdgeComesBackInTheUsersIds() {
    for (Topology topology : Topology.values()) {
      Randomly.tries(
          20,
          random -> {
            int nodes = random.nextInt(1, 50);
            int parts = random.nextInt(1, 6);
            CsrGraph graph = Graphs.random(nodes, random.nextInt(150), random);
            var cut = new Partitioning(parts, random.ints(nodes, 0, parts).toArray());
            Path into = Files.createTempDirectory(folder, "shards");
            new ShardWriter(topology, 2).write(graph, cut, into);
            assertSame(graph, cut, ShardFolder.open(into));
          });
    }
  }

  private static void assertSame(CsrGraph graph, Partitioning cut, ShardFolder shards)
      throws IOException {
    Ordering order = shards.ordering();
    assertEquals(graph.edgeCount(), shards.edgeCount());
    assertTrue(shards.isOf(graph));
    try (Arena arena = Arena.ofShared()) {
      for (int part = 0; part < cut.parts(); part++) {
        Shard shard = shards.shard(part, arena);
        var halo = new TreeSet<Long>();
        for (int i = 0; i < shard.coreCount(); i++) {
          long v = (long) shards.book().first(part) + i;
          int old = order.oldOf((int) v);
          assertEquals(part, cut.partOf(old));
          assertEquals(part, shards.book().owner(v));
          assertEquals(graph.inDegree(old), shard.inDegree(v));
          for (long e = 0; e < shard.inDegree(v); e++) {
            long u = shard.inNeighbor(v, e);
            assertEquals(graph.inNeighbor(old, e), order.oldOf((int) u));
            if (shards.book().owner(u) != part) {
              halo.add(u);
            }
          }
        }
        var found = new TreeSet<Long>();
        for (int i = 0; i < shard.haloCount(); i++) {
          found.add((long) shard.haloNode(i));
        }
        assertEquals(halo, found);
        assertEquals(halo.size(), shards.haloCount(part));
        int own = part;
        long edges =
            LongStream.range(0, graph.nodeCount())
                .filter(v -> cut.partOf((int) v) == own)
                .map(graph::inDegree)
                .sum();
        assertEquals(edges, shards.edgeCount(part));
      }
    }
  }

  /** The digest of an index covers the digests of all files. */
  @Test
  void filesKeepTheirBytes() throws IOException {
    CsrGraph graph = Graphs.random(40, 200, new Random(7));
    var cut = new Partitioning(3, new Random(8).ints(40, 0, 3).toArray());
    Map<Topology, String> expected =
        Map.of(
            Topology.PARTITIONED,
            "c8da3df6ccc3639b4b6049d500628c6ae8cd8d18629b188236dc39e7fff32a27",
            Topology.REPLICATED,
            "b741468cbbef0b3710e166fdcd4b2fecc3e6cd42524bde8b34880a7df5b88744");
    for (Topology topology : Topology.values()) {
      Path into = folder.resolve(topology.toString());
      new ShardWriter(topology, 2, Map.of("dataset", "random"), _ -> {}).write(graph, cut, into);
      assertEquals(expected.get(topology), unsealedDigest(into));
    }
  }

  /** The digest of the index without its seal. */
  static String unsealedDigest(Path shards) throws IOException {
    return FileDigest.of(unsealed(shards.resolve("shards.json")).getBytes(UTF_8));
  }

  private static String unsealed(Path json) throws IOException {
    return Files.readString(json).replaceFirst(",\\s*\"seal\" : \"[^\"]*\"", "");
  }

  @Test
  void oneWrongByteIsFoundAndNamed() throws IOException {
    Path into = folder.resolve("shards");
    var cut = new Partitioning(2, new int[] {0, 1, 0, 1, 0, 1, 0, 1, 1});
    new ShardWriter(Topology.PARTITIONED, 1).write(Graphs.grid(3, 3), cut, into);
    Path file = into.resolve("part-1-indices.npy");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    ShardFolder shards = ShardFolder.open(into);
    try (Arena arena = Arena.ofShared()) {
      assertEquals(4, shards.shard(0, arena).coreCount());
      var thrown = assertThrows(BadDataException.class, () -> shards.shard(1, arena));
      assertTrue(thrown.getMessage().startsWith(file + ": damaged: expected SHA-256"));
      Files.delete(file);
      thrown = assertThrows(BadDataException.class, () -> shards.shard(1, arena));
      assertTrue(thrown.getMessage().contains("missing"), thrown.getMessage());
    }
  }

  @Test
  void aNeighbourThatIsNoNodeIsNamedEvenIfItsDigestFits() throws IOException {
    Path into = folder.resolve("shards");
    var cut = new Partitioning(2, new int[] {0, 1, 0, 1, 0, 1, 0, 1, 1});
    new ShardWriter(Topology.PARTITIONED, 1).write(Graphs.grid(3, 3), cut, into);
    Path file = into.resolve("part-1-indices.npy");
    String before = FileDigest.of(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] = -1;
    Files.write(file, bytes);
    Path json = into.resolve("shards.json");
    Files.writeString(json, unsealed(json).replace(before, FileDigest.of(file)));
    ShardFolder shards = ShardFolder.open(into);
    try (Arena arena = Arena.ofShared()) {
      var thrown = assertThrows(BadDataException.class, () -> shards.shard(1, arena));
      assertTrue(thrown.getMessage().startsWith(file + ": entry "), thrown.getMessage());
      assertTrue(thrown.getMessage().endsWith("expected 0 to 8"), thrown.getMessage());
    }
  }

  @Test
  void verifyReadsEveryFileAndTheOriginIsKept() throws IOException {
    Path into = folder.resolve("shards");
    var cut = new Partitioning(2, new int[] {0, 1, 0, 1});
    List<Integer> written = new ArrayList<>();
    new ShardWriter(Topology.REPLICATED, 1, Map.of("dataset", "grid"), written::add)
        .write(Graphs.grid(2, 2), cut, into);
    ShardFolder shards = ShardFolder.open(into);
    shards.verify();
    assertEquals(List.of(1, 2), written);
    assertEquals(Map.of("dataset", "grid"), shards.origin());
    assertTrue(ShardFolder.isAt(into) && !ShardFolder.isAt(folder));
    assertTrue(shards.bytes(0) > 8 * Integer.BYTES + 5 * Long.BYTES, "the whole topology");
    Files.write(into.resolve("original-ids.npy"), new byte[] {1});
    assertThrows(BadDataException.class, shards::verify);
  }

  @Test
  void aDamagedIndexIsRefused() throws IOException {
    assertThrows(BadDataException.class, () -> ShardFolder.open(folder));
    for (String json :
        List.of(
            "{",
            "{\"version\":9}",
            "{\"version\":1,\"firstNodes\":[3,1]}",
            "{\"version\":1,\"firstNodes\":[3,1],\"partEdges\":[2],\"haloNodes\":[0]}",
            "{\"version\":1,\"firstNodes\":[0,1],\"partEdges\":[2,2],\"haloNodes\":[0]}")) {
      Files.writeString(folder.resolve("shards.json"), json);
      assertThrows(BadDataException.class, () -> ShardFolder.open(folder), json);
    }
  }

  @Test
  void aChangedCountInTheIndexIsBlamedOnTheIndex() throws IOException {
    Path into = folder.resolve("shards");
    var cut = new Partitioning(2, new int[] {0, 1, 0, 1});
    new ShardWriter(Topology.PARTITIONED, 1).write(Graphs.grid(2, 2), cut, into);
    Path json = into.resolve("shards.json");
    String text = Files.readString(json);
    for (String other :
        List.of(text.replaceFirst("\"edges\" : 8", "\"edges\" : 9"), flipped(text))) {
      Files.writeString(json, other);
      var thrown = assertThrows(BadDataException.class, () -> ShardFolder.open(into));
      assertTrue(thrown.getMessage().startsWith(json + ": it is not as it was"), thrown.toString());
    }
  }

  /** A copy with one digit of a digest changed. */
  private static String flipped(String json) {
    int at = json.indexOf(".npy\" : \"") + 10;
    char digit = json.charAt(at) == '0' ? '1' : '0';
    return json.substring(0, at) + digit + json.substring(at + 1);
  }

  @Test
  void nothingIsLeftOfAFailedWrite() throws IOException {
    var cut = new Partitioning(1, new int[3]);
    var writer = new ShardWriter(Topology.PARTITIONED, 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> writer.write(Graphs.grid(2, 2), cut, folder.resolve("none")));
    assertFalse(Files.exists(folder.resolve("none")));
    try (Stream<Path> inside = Files.list(folder)) {
      assertEquals(0, inside.count());
    }
  }

  @Test
  void emptyPartsOwnNothing() {
    var book = PartitionBook.of(new Partitioning(4, new int[] {1, 3, 3}));
    assertEquals(1, book.owner(0));
    assertEquals(3, book.owner(1));
    assertEquals(0, book.coreCount(2));
    assertThrows(IndexOutOfBoundsException.class, () -> book.owner(3));
  }
}
