package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of features stored with the edges of their part, and of labels, splits and links of all
 * nodes.
 */
class ShardNodesTest {
  private static final int PARTS = 3;

  @TempDir Path folder;

  private ShardFolder cut(Dataset dataset) throws IOException {
    Partitioning parts =
        new RandomPartitioner().partition(dataset.graph(), PartitionGoal.of(PARTS));
    new ShardWriter(Topology.PARTITIONED, 1).write(dataset, parts, folder.resolve("shards"));
    return ShardFolder.open(folder.resolve("shards"));
  }

  @Test
  void bagsOfWords() throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        Arena arena = Arena.ofShared()) {
      ShardFolder shards = cut(cora);
      var whole = (Features.Sparse) cora.features().orElseThrow();
      Ordering order = shards.ordering();
      for (int part = 0; part < PARTS; part++) {
        ShardNodes nodes = shards.nodes(part, arena);
        var own = (Features.Sparse) nodes.features().orElseThrow();
        assertEquals(shards.book().coreCount(part), own.rows());
        for (int i = 0; i < own.rows(); i += 97) {
          assertArrayEquals(row(whole, order.oldOf(shards.book().first(part) + i)), row(own, i));
        }
        assertEquals(0.0127, nodes.density(), 1e-4);
        assertEquals("cora", nodes.name());
        assertEquals(cora.splits().keySet(), nodes.splits().keySet());
        Split split = nodes.splits().get("split");
        var labels = (Labels.Single) nodes.labels().orElseThrow();
        var all = (Labels.Single) cora.labels().orElseThrow();
        for (int node = 0; node < cora.graph().nodeCount(); node++) {
          assertEquals(all.of(node), labels.of(node));
          assertEquals(cora.split("split").role(node), split.role(node));
        }
        assertTrue(shards.filesOf(part).contains("part-" + part + "-features.npy"));
        assertFalse(shards.filesOf(part).contains("part-" + (part + 1) % PARTS + "-features.npy"));
      }
      shards.verify();
    }
  }

  private static float[] row(Features.Sparse rows, long row) {
    float[] cells = new float[rows.width()];
    rows.copyRow(row, MemorySegment.ofArray(cells), 0);
    return cells;
  }

  @Test
  void halfFloatsMarksAndLinks() throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        Arena arena = Arena.ofShared()) {
      int n = cora.graph().nodeCount();
      MemorySegment halves = arena.allocate(n * 2L * Short.BYTES);
      MemorySegment marks = arena.allocate(n * 3L);
      for (int node = 0; node < n; node++) {
        halves.set(ValueLayout.JAVA_SHORT_UNALIGNED, node * 4L, (short) node);
        marks.set(ValueLayout.JAVA_BYTE, node * 3L + node % 3, (byte) 1);
      }
      var links =
          Links.all(
              2,
              arena.allocateFrom(JAVA_INT, 1, 2),
              arena.allocateFrom(JAVA_INT, 3, 4),
              Optional.of(arena.allocateFrom(JAVA_INT, 0, 6)),
              7,
              arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 0, (byte) 2),
              true);
      Dataset dataset =
          cora.with(new Features.Dense(n, 2, Features.Element.F16, halves))
              .with(new Labels.Multi(n, 3, marks))
              .with(links)
              .withMetric("ROC AUC");
      ShardFolder shards = cut(dataset);
      ShardNodes nodes = shards.nodes(1, arena);
      var own = (Features.Dense) nodes.features().orElseThrow();
      assertEquals(Features.Element.F16, own.element());
      for (int i = 0; i < own.rows(); i++) {
        int node = shards.ordering().oldOf(shards.book().first(1) + i);
        assertEquals((short) node, own.data().get(ValueLayout.JAVA_SHORT_UNALIGNED, i * 4L));
      }
      var labels = (Labels.Multi) nodes.labels().orElseThrow();
      assertTrue(labels.has(5, 2) && !labels.has(5, 1));
      assertEquals(Optional.of("ROC AUC"), nodes.metric());
      Links found = nodes.links().orElseThrow();
      assertEquals(2, found.count());
      assertEquals(4, found.tail(1));
      assertEquals(6, found.relation(1));
      assertEquals(7, found.relationCount());
      assertEquals(Split.TEST, found.role(1));
      assertTrue(found.symmetric());
    }
  }

  @Test
  void damageAndAbsenceAreNamed() throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        Arena arena = Arena.ofShared()) {
      ShardFolder shards = cut(cora);
      Path file = folder.resolve("shards/part-0-features.npy");
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 1] ^= 1;
      Files.write(file, bytes);
      var damaged = assertThrows(BadDataException.class, () -> shards.nodes(0, arena));
      assertTrue(damaged.getMessage().contains("part-0-features.npy"), damaged.getMessage());
      shards.nodes(1, arena);
      Partitioning parts = new RandomPartitioner().partition(cora.graph(), PartitionGoal.of(PARTS));
      Path edges = folder.resolve("edges");
      new ShardWriter(Topology.PARTITIONED, 1).write(cora.graph(), parts, edges);
      ShardFolder bare = ShardFolder.open(edges);
      assertFalse(bare.hasNodes());
      var absent = assertThrows(BadDataException.class, () -> bare.nodes(0, arena));
      assertTrue(absent.getMessage().contains("edges alone"), absent.getMessage());
    }
  }
}
