package dev.atoll.formats.spool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.atoll.formats.importer.ImportFixture;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.build.CsrBuilder;
import dev.atoll.graph.build.CsrOptions;
import dev.atoll.graph.build.Storage;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpoolTest extends ImportFixture {
  @Test
  void bucketsHoldTheSameArcs() {
    Randomly.tries(
        40,
        random -> {
          long nodes = random.nextInt(1, 300);
          int count = random.nextInt(3000);
          boolean both = random.nextBoolean();
          List<long[]> edges = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            edges.add(new long[] {random.nextLong(nodes), random.nextLong(nodes)});
          }
          EdgeSource source = new Listed(edges, nodes);
          CsrOptions options = CsrOptions.AS_GIVEN;
          Path file = folder.resolve("sorted" + random.nextInt(1000));
          try (Arena arena = Arena.ofShared();
              var sorted = new SortedSpool(source, count, both, file, random.nextInt(1, 500))) {
            assertSame(
                new CsrBuilder(both ? options.symmetrized() : options)
                    .build(source, Storage.in(arena)),
                new CsrBuilder(options).build(sorted, Storage.in(arena)));
          }
          assertFalse(Files.exists(file));
        });
  }

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

  private record Listed(List<long[]> edges, long nodeCount) implements EdgeSource {
    @Override
    public int chunkCount() {
      return 3;
    }

    @Override
    public void forEach(int chunk, EdgeSink sink) {
      for (int i = chunk; i < edges.size(); i += 3) {
        sink.accept(edges.get(i)[0], edges.get(i)[1]);
      }
    }
  }
}
