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
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** A symmetric graph of a few hundred nodes in four classes that know each other. */
public final class SmallWorld {
  private static final int NODES = 240;
  private static final int CLASSES = 4;
  private static final int WIDTH = 12;

  private SmallWorld() {}

  /** A dataset with one class per node, or with two marks per node. */
  public static Dataset of(boolean multiLabel) {
    return of(NODES, WIDTH, multiLabel);
  }

  /** A dataset whose edges are directed. */
  public static Dataset directed() {
    return of(NODES, WIDTH, false, true);
  }

  /** A copy with other training nodes. */
  static Dataset trainedOn(Dataset plain, IntPredicate training) {
    int nodes = plain.graph().nodeCount();
    MemorySegment split = Arena.ofAuto().allocate(nodes);
    for (int v = 0; v < nodes; v++) {
      split.set(JAVA_BYTE, v, (byte) (training.test(v) ? Split.TRAIN : Split.TEST));
    }
    return plain.withSplits(Map.of("split", new Split("split", nodes, split)));
  }

  /** A dataset with a weight for every edge, from 0.5 to 8. */
  public static Dataset weighted() {
    Dataset plain = of(false);
    Arena memory = Arena.ofAuto();
    MemorySegment weights = memory.allocate(JAVA_FLOAT, plain.graph().edgeCount());
    var random = new Random(8);
    for (long edge = 0; edge < plain.graph().edgeCount(); edge++) {
      weights.setAtIndex(JAVA_FLOAT, edge, (float) Math.scalb(1.0, random.nextInt(5) - 1));
    }
    return Dataset.of("weighted", plain.graph().withWeights(weights), plain.memory())
        .with(plain.features().orElseThrow())
        .with(plain.labels().orElseThrow())
        .withSplits(plain.splits());
  }

  /** A dataset with more nodes, or more features. */
  public static Dataset of(int nodes, int width, boolean multiLabel) {
    return of(nodes, width, multiLabel, false);
  }

  private static Dataset of(int nodes, int width, boolean multiLabel, boolean directed) {
    Arena memory = Arena.ofShared();
    var random = new Random(7);
    CsrGraph graph = graph(nodes, directed, random, memory);
    MemorySegment features = memory.allocate(JAVA_FLOAT, (long) nodes * width);
    for (int i = 0; i < nodes * width; i++) {
      double signal = i % width == i / width % CLASSES ? 1 : 0;
      features.setAtIndex(JAVA_FLOAT, i, (float) (signal + random.nextGaussian()));
    }
    MemorySegment split = memory.allocate(nodes);
    for (int v = 0; v < nodes; v++) {
      split.set(JAVA_BYTE, v, (byte) (v % 5 < 3 ? Split.TRAIN : v % 5 - 2));
    }
    return Dataset.of("small", graph, memory)
        .with(new Features.Dense(nodes, width, Features.Element.F32, features))
        .with(multiLabel ? marks(nodes, memory) : classes(nodes, memory))
        .withSplits(Map.of("split", new Split("split", nodes, split)));
  }

  private static Labels classes(int nodes, Arena memory) {
    MemorySegment classes = memory.allocate(JAVA_INT, nodes);
    for (int v = 0; v < nodes; v++) {
      classes.setAtIndex(JAVA_INT, v, v % CLASSES);
    }
    return new Labels.Single(nodes, CLASSES, classes);
  }

  private static Labels marks(int nodes, Arena memory) {
    MemorySegment marks = memory.allocate((long) nodes * CLASSES);
    for (int v = 0; v < nodes; v++) {
      marks.set(JAVA_BYTE, (long) v * CLASSES + v % CLASSES, (byte) 1);
      marks.set(JAVA_BYTE, (long) v * CLASSES + (v + 1) % CLASSES, (byte) 1);
    }
    return new Labels.Multi(nodes, CLASSES, marks);
  }

  private static CsrGraph graph(int nodes, boolean directed, Random random, Arena memory) {
    var neighbors = new TreeSet<Long>();
    for (int i = 0; i < nodes * 5; i++) {
      int u = random.nextInt(nodes);
      int v = random.nextInt(4) == 0 ? random.nextInt(nodes) : friend(nodes, u, random);
      if (u != v) {
        neighbors.add((long) u * nodes + v);
        neighbors.add(directed ? (long) u * nodes + v : (long) v * nodes + u);
      }
    }
    MemorySegment starts = memory.allocate(JAVA_LONG, nodes + 1L);
    MemorySegment columns = memory.allocate(JAVA_INT, neighbors.size());
    int at = 0;
    for (long pair : neighbors) {
      columns.setAtIndex(JAVA_INT, at++, (int) (pair % nodes));
      starts.setAtIndex(JAVA_LONG, pair / nodes + 1, at);
    }
    for (long v = 1; v <= nodes; v++) {
      starts.setAtIndex(
          JAVA_LONG,
          v,
          Math.max(starts.getAtIndex(JAVA_LONG, v), starts.getAtIndex(JAVA_LONG, v - 1)));
    }
    return new CsrGraph(nodes, starts, columns);
  }

  private static int friend(int nodes, int u, Random random) {
    return (u + CLASSES * random.nextInt(nodes / CLASSES)) % nodes;
  }
}
