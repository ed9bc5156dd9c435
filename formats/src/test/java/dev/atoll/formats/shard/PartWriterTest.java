package dev.atoll.formats.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartWriterTest {
  @TempDir Path folder;

  @Test
  void partsWrittenAloneMakeAFolderOfShards() {
    Randomly.tries(
        20,
        random -> {
          int nodes = random.nextInt(1, 50);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(150), random);
          long cut = random.nextLong(nodes + 1L);
          var book = PartitionBook.ofFirstNodes(List.of(0L, cut, (long) nodes));
          Path into = Files.createTempDirectory(folder, "shards");
          PartWriter.index(into, book, write(graph, book, into), Map.of());
          assertSame(graph, ShardFolder.open(into));
        });
  }

  /** The digest of an index covers the digests of all files. */
  @Test
  void filesKeepTheirBytes() throws IOException {
    CsrGraph graph = Graphs.random(40, 200, new Random(7));
    var book = PartitionBook.ofFirstNodes(List.of(0L, 11L, 40L));
    PartWriter.index(folder, book, write(graph, book, folder), Map.of("dataset", "random"));
    assertEquals(
        "1dae0c6754784acb055b979b399d1d50119ff9f45bdb7f8efd4741ff7ed315e5",
        ShardFolderTest.unsealedDigest(folder));
  }

  private static List<PartWriter.WrittenPart> write(CsrGraph graph, PartitionBook book, Path into)
      throws IOException {
    List<PartWriter.WrittenPart> parts = new ArrayList<>();
    for (int part = 0; part < book.parts(); part++) {
      try (var writer = new PartWriter(into, book, part)) {
        for (long v = book.first(part); v < book.first(part + 1); v++) {
          for (long u :
              LongStream.range(0, graph.inDegree(v)).map(at(graph, v)).sorted().toArray()) {
            writer.edge(v, u);
          }
        }
        parts.add(writer.finish());
      }
    }
    return parts;
  }

  private static LongUnaryOperator at(CsrGraph graph, long node) {
    return index -> graph.inNeighbor(node, index);
  }

  private static void assertSame(CsrGraph graph, ShardFolder shards) throws IOException {
    shards.verify();
    long edges = 0;
    try (Arena arena = Arena.ofConfined()) {
      for (long v = 0; v < graph.nodeCount(); v++) {
        Shard shard = shards.shard(shards.book().owner(v), arena);
        long node = v;
        List<Long> expected =
            LongStream.range(0, graph.inDegree(v))
                .map(at(graph, v))
                .sorted()
                .distinct()
                .boxed()
                .toList();
        assertEquals(
            expected,
            LongStream.range(0, shard.inDegree(v))
                .map(index -> shard.inNeighbor(node, index))
                .boxed()
                .toList());
        edges += expected.size();
      }
    }
    assertEquals(edges, shards.edgeCount());
  }

  @Test
  void edgesOutOfOrderAreRefused() throws IOException {
    try (var writer = new PartWriter(folder, PartitionBook.ofFirstNodes(List.of(0L, 4L)), 0)) {
      writer.edge(2, 1);
      assertThrows(IllegalArgumentException.class, () -> writer.edge(1, 3));
    }
  }
}
