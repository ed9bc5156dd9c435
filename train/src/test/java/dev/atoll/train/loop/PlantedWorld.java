package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * A graph with known importance: a third of the nodes encode in a few columns the class of
 * themselves and their neighbours; all other elements are noise. Cut into chunks, most neighbours
 * of a node are remote.
 */
final class PlantedWorld {
  static final int NODES = 900;
  static final int WIDTH = 40;
  static final int CLASSES = 4;

  /** Two columns per class, the last ones among others. */
  static final Set<Long> COLUMNS = Set.of(5L, 11L, 18L, 23L, 30L, 36L, 38L, 39L);

  private static final int FRIENDS = 4;

  private PlantedWorld() {}

  /** Whether a node's row says anything. */
  static boolean speaks(long node) {
    return node / CLASSES % 3 == 0;
  }

  /**
   * @param signal the number added to elements with signal; the deviation of the noise is 1
   */
  static Dataset of(double signal) {
    return of(signal, PlantedWorld::speaks);
  }

  /** A graph in which every node's row says something: columns matter, nodes are alike. */
  static Dataset ofAlikeNodes(double signal) {
    return of(signal, _ -> true);
  }

  private static Dataset of(double signal, LongPredicate speaks) {
    Arena memory = Arena.ofShared();
    var random = new Random(11);
    long[] planted = COLUMNS.stream().mapToLong(c -> c).sorted().toArray();
    MemorySegment features = memory.allocate(JAVA_FLOAT, (long) NODES * WIDTH);
    MemorySegment classes = memory.allocate(JAVA_INT, NODES);
    MemorySegment split = memory.allocate(NODES);
    for (int v = 0; v < NODES; v++) {
      for (int c = 0; c < WIDTH; c++) {
        features.setAtIndex(JAVA_FLOAT, (long) v * WIDTH + c, (float) random.nextGaussian());
      }
      int label = v % CLASSES;
      for (int i = 0; speaks.test(v) && i < 2; i++) {
        long at = (long) v * WIDTH + planted[label * 2 + i];
        features.setAtIndex(JAVA_FLOAT, at, (float) (features.getAtIndex(JAVA_FLOAT, at) + signal));
      }
      classes.setAtIndex(JAVA_INT, v, label);
      split.set(JAVA_BYTE, v, (byte) (random.nextInt(5) < 3 ? Split.TRAIN : 1 + random.nextInt(2)));
    }
    return Dataset.of("planted", graph(random, memory), memory)
        .with(new Features.Dense(NODES, WIDTH, Features.Element.F32, features))
        .with(new Labels.Single(NODES, CLASSES, classes))
        .withSplits(Map.of("split", new Split("split", NODES, split)));
  }

  /** Nodes know mostly others of their class, wherever they are. */
  private static CsrGraph graph(Random random, Arena memory) {
    var pairs = new TreeSet<Long>();
    for (int v = 0; v < NODES; v++) {
      for (int i = 0; i < FRIENDS; i++) {
        int u = (v + CLASSES * (1 + random.nextInt(NODES / CLASSES - 1))) % NODES;
        u = random.nextInt(6) == 0 ? random.nextInt(NODES) : u;
        if (u != v) {
          pairs.add((long) u * NODES + v);
          pairs.add((long) v * NODES + u);
        }
      }
    }
    MemorySegment starts = memory.allocate(JAVA_LONG, NODES + 1L);
    MemorySegment columns = memory.allocate(JAVA_INT, pairs.size());
    int at = 0;
    for (long pair : pairs) {
      columns.setAtIndex(JAVA_INT, at++, (int) (pair % NODES));
      starts.setAtIndex(JAVA_LONG, pair / NODES + 1, at);
    }
    return new CsrGraph(NODES, starts, columns);
  }
}
