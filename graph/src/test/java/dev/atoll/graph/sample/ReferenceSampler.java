package dev.atoll.graph.sample;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** Uniform sampling by its definition, with Java collections. */
public final class ReferenceSampler {
  /** A block as plain lists. */
  public record PlainBlock(
      List<Long> rowStart, List<Integer> column, List<Integer> sources, List<Integer> degree) {}

  private final CsrGraph graph;
  private final IntUnaryOperator originalId;

  ReferenceSampler(CsrGraph graph, IntUnaryOperator originalId) {
    this.graph = graph;
    this.originalId = originalId;
  }

  List<PlainBlock> sample(long[] seeds, Fanouts fanouts, RandomKey key) {
    List<PlainBlock> blocks = new ArrayList<>();
    Map<Integer, Integer> places = new LinkedHashMap<>();
    for (long seed : seeds) {
      places.put((int) seed, places.size());
    }
    for (int layer = 0; layer < fanouts.layers(); layer++) {
      blocks.add(block(places, fanouts.at(layer), key.child(layer)));
    }
    return blocks;
  }

  private PlainBlock block(Map<Integer, Integer> places, int fanout, RandomKey key) {
    List<Long> rowStart = new ArrayList<>(List.of(0L));
    List<Integer> column = new ArrayList<>();
    List<Integer> degrees = new ArrayList<>();
    for (int target : List.copyOf(places.keySet())) {
      int degree = (int) graph.inDegree(target);
      degrees.add(degree);
      int count = fanout < 0 ? degree : Math.min(degree, fanout);
      for (int position : positions(key.child(originalId.applyAsInt(target)), degree, count)) {
        int source = graph.inNeighbor(target, position);
        places.putIfAbsent(source, places.size());
        column.add(places.get(source));
      }
      rowStart.add((long) column.size());
    }
    return new PlainBlock(rowStart, column, List.copyOf(places.keySet()), degrees);
  }

  public static List<Integer> positions(RandomKey key, int degree, int count) {
    List<Integer> positions = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < count; i++) {
      int last = degree - count + i;
      int drawn = count == degree ? i : (int) key.below(last + 1, i);
      int position = taken.add(drawn) ? drawn : last;
      taken.add(position);
      positions.add(position);
    }
    return positions;
  }
}
