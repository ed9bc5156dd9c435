package dev.atoll.formats.shard;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.build.CsrBuilder;
import dev.atoll.graph.build.CsrOptions;
import dev.atoll.graph.build.Storage;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Small graphs for tests, every edge in both directions. */
final class SmallGraphs {
  private SmallGraphs() {}

  static CsrGraph grid(int width, int height) {
    List<int[]> edges = new ArrayList<>();
    for (int v = 0; v < width * height; v++) {
      if (v % width > 0) {
        edges.add(new int[] {v, v - 1});
      }
      if (v >= width) {
        edges.add(new int[] {v, v - width});
      }
    }
    return graph(width * height, edges);
  }

  /** Uniform edges; loops, repeats and isolated nodes happen. */
  static CsrGraph random(int nodes, int count, RandomGenerator random) {
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      edges.add(new int[] {random.nextInt(nodes), random.nextInt(nodes)});
    }
    return graph(nodes, edges);
  }

  private static CsrGraph graph(int nodes, List<int[]> edges) {
    var source =
        new EdgeSource() {
          @Override
          public long nodeCount() {
            return nodes;
          }

          @Override
          public int chunkCount() {
            return 1;
          }

          @Override
          public void forEach(int chunk, EdgeSink sink) {
            edges.forEach(edge -> sink.accept(edge[0], edge[1]));
          }
        };
    return new CsrBuilder(CsrOptions.AS_GIVEN.symmetrized(), 1)
        .build(source, Storage.in(Arena.ofAuto()));
  }
}
