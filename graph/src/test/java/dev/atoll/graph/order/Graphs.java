package dev.atoll.graph.order;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.build.CsrBuilder;
import dev.atoll.graph.build.CsrOptions;
import dev.atoll.graph.build.Storage;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Graphs to try orders on. */
final class Graphs {
  private Graphs() {}

  /** Edges as pairs of source and target; the memory goes with the graph. */
  static CsrGraph of(int nodes, int... ends) {
    var edges =
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
            for (int i = 0; i < ends.length; i += 2) {
              sink.accept(ends[i], ends[i + 1]);
            }
          }
        };
    return new CsrBuilder(CsrOptions.AS_GIVEN, 1).build(edges, Storage.in(Arena.ofAuto()));
  }

  static CsrGraph random(RandomGenerator random) {
    int nodes = random.nextInt(1, 200);
    int[] ends = random.ints(2L * random.nextInt(600), 0, nodes).toArray();
    return of(nodes, ends);
  }

  /** The odd ones, by name. */
  static Map<String, CsrGraph> degenerate() {
    int[] loops = new int[20];
    int[] star = new int[400];
    int[] repeats = new int[100];
    for (int i = 0; i < 10; i++) {
      loops[2 * i] = i;
      loops[2 * i + 1] = i;
    }
    for (int i = 0; i < 100; i++) {
      star[4 * i] = i + 1;
      star[4 * i + 3] = i + 1;
      repeats[i] = i % 2;
    }
    return new TreeMap<>(
        Map.of(
            "no nodes", of(0),
            "one node", of(1),
            "no edges", of(7),
            "self-loops only", of(10, loops),
            "a hub", of(101, star),
            "one edge many times", of(3, repeats)));
  }
}
