package dev.atoll.formats.spool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.atoll.formats.importer.ImportFixture;
import dev.atoll.graph.EdgeSource;
import java.nio.file.Files;
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
}
