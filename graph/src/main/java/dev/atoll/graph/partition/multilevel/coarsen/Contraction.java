package dev.atoll.graph.partition.multilevel.coarsen;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Shrinks every cluster of a graph to one node; edges between two clusters become one. */
final class Contraction {
  private static final int ARCS_PER_RANGE = 1 << 16;

  private final WeightedGraph fine;
  private final int[] map;
  private final int nodes;
  private final int[] memberStart;
  private final int[] member;
  private final Queue<RatingMap> spares = new ConcurrentLinkedQueue<>();

  private Contraction(WeightedGraph fine, int[] labels) {
    this.fine = fine;
    this.map = new int[labels.length];
    this.nodes = number(labels);
    this.memberStart = new int[nodes + 1];
    this.member = new int[labels.length];
    collectMembers();
  }

  /** The coarser graph, and for every node the one it went into. */
  static Level contract(WeightedGraph fine, int[] labels, int threads) {
    var contraction = new Contraction(fine, labels);
    return new Level(contraction.build(threads), contraction.map);
  }

  /** Numbers clusters as their first nodes come, so that neighbours stay near in memory. */
  private int number(int[] labels) {
    int[] numberOf = new int[labels.length];
    int next = 0;
    for (int v = 0; v < labels.length; v++) {
      if (numberOf[labels[v]] == 0) {
        numberOf[labels[v]] = ++next;
      }
      map[v] = numberOf[labels[v]] - 1;
    }
    return next;
  }

  private void collectMembers() {
    for (int coarse : map) {
      memberStart[coarse + 1]++;
    }
    for (int c = 0; c < nodes; c++) {
      memberStart[c + 1] += memberStart[c];
    }
    int[] cursor = memberStart.clone();
    for (int v = 0; v < map.length; v++) {
      member[cursor[map[v]]++] = v;
    }
  }

  private WeightedGraph build(int threads) {
    int[] ranges = ranges();
    var rows = new Rows[ranges.length - 1];
    int[] weights = new int[nodes * fine.constraints()];
    Parallel.forEach(
        threads,
        rows.length,
        range -> {
          rows[range] = aggregate(ranges[range], ranges[range + 1]);
          addWeights(ranges[range], ranges[range + 1], weights);
        });
    long[] begin = new long[rows.length + 1];
    for (int range = 0; range < rows.length; range++) {
      begin[range + 1] = begin[range] + rows[range].count;
    }
    Arena memory = Arena.ofShared();
    MemorySegment starts = memory.allocate((nodes + 1L) * Long.BYTES, Long.BYTES);
    MemorySegment arcs = memory.allocate(Math.max(1, begin[rows.length]) * Long.BYTES, Long.BYTES);
    Parallel.forEach(
        threads,
        rows.length,
        range -> {
          rows[range].store(ranges[range], begin[range], starts, arcs);
          rows[range] = null;
        });
    return WeightedGraph.coarse(nodes, starts, arcs, fine.constraints(), weights, memory);
  }

  /** Cuts the coarse nodes into runs of about equally many fine arcs. */
  private int[] ranges() {
    int[] bounds = new int[(int) (fine.arcCount() / ARCS_PER_RANGE) + 2];
    int count = 1;
    long arcs = 0;
    for (int c = 0; c < nodes; c++) {
      for (int i = memberStart[c]; i < memberStart[c + 1]; i++) {
        arcs += fine.degree(member[i]);
      }
      if (arcs >= ARCS_PER_RANGE && c + 1 < nodes) {
        bounds[count++] = c + 1;
        arcs = 0;
      }
    }
    bounds[count] = nodes;
    return Arrays.copyOf(bounds, count + 1);
  }

  private Rows aggregate(int from, int to) {
    var rows = new Rows(to - from);
    RatingMap spare = spares.poll();
    var ratings = spare == null ? new RatingMap(nodes) : spare;
    for (int c = from; c < to; c++) {
      long degree = 0;
      for (int i = memberStart[c]; i < memberStart[c + 1]; i++) {
        degree += fine.degree(member[i]);
      }
      ratings.reset((int) Math.min(degree, nodes));
      for (int i = memberStart[c]; i < memberStart[c + 1]; i++) {
        int v = member[i];
        for (long e = fine.rowStart(v), end = fine.rowEnd(v); e < end; e++) {
          long arc = fine.arc(e);
          int target = map[WeightedGraph.target(arc)];
          if (target != c) {
            ratings.add(target, WeightedGraph.weight(arc));
          }
        }
      }
      rows.append(c - from, ratings);
    }
    spares.add(ratings);
    return rows;
  }

  private void addWeights(int from, int to, int[] weights) {
    int constraints = fine.constraints();
    for (int c = from; c < to; c++) {
      for (int i = memberStart[c]; i < memberStart[c + 1]; i++) {
        for (int j = 0; j < constraints; j++) {
          weights[c * constraints + j] += fine.nodeWeight(member[i], j);
        }
      }
    }
  }

  /** The rows of a run of coarse nodes, until it is known where they go. */
  private static final class Rows {
    private final int[] ends;
    private long[] arcs = new long[1024];
    private int count;

    Rows(int rows) {
      ends = new int[rows];
    }

    void append(int row, RatingMap ratings) {
      if (count + ratings.size() > arcs.length) {
        arcs = Arrays.copyOf(arcs, Math.max(count + ratings.size(), arcs.length * 2));
      }
      count = ratings.store(arcs, count);
      ends[row] = count;
    }

    void store(int first, long begin, MemorySegment starts, MemorySegment into) {
      for (int row = 0; row < ends.length; row++) {
        starts.setAtIndex(JAVA_LONG, first + row + 1L, begin + ends[row]);
      }
      MemorySegment.copy(arcs, 0, into, JAVA_LONG, begin * Long.BYTES, count);
    }
  }
}
