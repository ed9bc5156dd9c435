package dev.atoll.formats.spool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.importer.ImportFixture;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpoolTest extends ImportFixture {
  @Test
  void wideAndNarrowBatchesAreReplayed() throws Exception {
    List<List<Long>> found = new ArrayList<>();
    try (EdgeSpool spool = new EdgeSpool(folder.resolve("spool"), false)) {
      EdgeSpool.Collector collector = spool.collector();
      collector.add(1, 2);
      collector.flush();
      collector.add(3, 1L << 40);
      collector.flush();
      collector.flush();
      EdgeSource edges = spool.edges();
      for (int chunk = 0; chunk < edges.chunkCount(); chunk++) {
        edges.forEach(chunk, (source, target) -> found.add(List.of(source, target)));
      }
    }
    assertEquals(List.of(List.of(1L, 2L), List.of(3L, 1L << 40)), found);
    assertFalse(Files.exists(folder.resolve("spool")));
  }

  @Test
  void weightsFollowTheirEdges() throws Exception {
    Path file = folder.resolve("spool");
    try (var writer = DatasetWriter.create(folder.resolve("made"), "made");
        EdgeSpool spool = new EdgeSpool(file, true)) {
      EdgeSpool.Collector one = spool.collector();
      EdgeSpool.Collector other = spool.collector();
      for (int i = 0; i < 100; i++) {
        (i % 3 == 0 ? one : other).add(i, (i * 7) % 100, i % 10);
        if (i % 20 == 0) {
          other.flush();
        }
      }
      one.flush();
      other.flush();
      CsrGraph graph = spool.graph(100, id -> 99 - id, CsrOptions.AS_GIVEN, writer);
      assertEquals(90, graph.edgeCount());
      assertEquals(10, spool.weightless());
      for (int v = 0; v < 100; v++) {
        for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
          int source = 99 - graph.source(e);
          assertEquals(99 - v, source * 7 % 100);
          assertEquals(source % 10, graph.rows().weight(e));
        }
      }
    }
    assertFalse(Files.exists(file));
    assertFalse(Files.exists(folder.resolve("spool.weights")));
  }
}
