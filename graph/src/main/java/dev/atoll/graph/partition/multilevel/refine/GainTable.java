package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.partition.multilevel.coarsen.WeightedGraph;

/**
 * For every node the weight of its edges into every part that holds a neighbour, kept up to date as
 * nodes move.
 *
 * <pre>
 *   a node with many neighbours   one cell per part:             w0 w1 w2 … w(parts−1)
 *   a node with few               pairs, in any order, 0 = free: part weight part weight …
 * </pre>
 */
final class GainTable {
  /** No part that holds a neighbour has room. */
  static final long NONE = Long.MIN_VALUE;

  private static final int NODES_PER_CHUNK = 4096;

  private final PartState state;
  private final WeightedGraph graph;
  private final int parts;
  private final int[] start;
  private final int[] cells;

  GainTable(PartState state, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.parts = state.parts();
    int nodes = graph.nodeCount();
    start = new int[nodes + 1];
    for (int v = 0; v < nodes; v++) {
      start[v + 1] = Math.addExact(start[v], Math.min(parts, 2 * graph.degree(v)));
    }
    cells = new int[start[nodes]];
    Parallel.forEachRange(
        threads,
        nodes,
        NODES_PER_CHUNK,
        (from, to) -> {
          for (int v = (int) from; v < to; v++) {
            fill(v);
          }
        });
  }

  private boolean dense(int v) {
    return start[v + 1] - start[v] == parts;
  }

  private void fill(int v) {
    for (long e = graph.rowStart(v), end = graph.rowEnd(v); e < end; e++) {
      long arc = graph.arc(e);
      add(v, state.part(WeightedGraph.target(arc)), WeightedGraph.weight(arc));
    }
  }

  /** A neighbour of v came into a part, or left it (negative weight). */
  private void add(int v, int part, int weight) {
    int base = start[v];
    if (dense(v)) {
      cells[base + part] += weight;
      return;
    }
    int free = -1;
    for (int i = base; i < start[v + 1]; i += 2) {
      if (cells[i + 1] == 0) {
        free = free < 0 ? i : free;
      } else if (cells[i] == part) {
        cells[i + 1] += weight;
        return;
      }
    }
    cells[free] = part;
    cells[free + 1] = weight;
  }

  /** Moves a node and tells its neighbours. */
  void move(int v, int to) {
    int from = state.part(v);
    state.move(v, to);
    for (long e = graph.rowStart(v), end = graph.rowEnd(v); e < end; e++) {
      long arc = graph.arc(e);
      shift(WeightedGraph.target(arc), from, to, WeightedGraph.weight(arc));
    }
  }

  /** A neighbour of v went from one part to another. */
  private void shift(int v, int from, int to, int weight) {
    add(v, from, -weight);
    add(v, to, weight);
  }

  int weightTo(int v, int part) {
    int base = start[v];
    if (dense(v)) {
      return cells[base + part];
    }
    for (int i = base; i < start[v + 1]; i += 2) {
      if (cells[i] == part && cells[i + 1] != 0) {
        return cells[i + 1];
      }
    }
    return 0;
  }

  /** Writes the other parts that hold a neighbour and returns how many there are. */
  int adjacent(int v, int[] into) {
    int own = state.part(v);
    int count = 0;
    if (dense(v)) {
      for (int p = 0; p < parts; p++) {
        if (cells[start[v] + p] != 0 && p != own) {
          into[count++] = p;
        }
      }
      return count;
    }
    for (int i = start[v]; i < start[v + 1]; i += 2) {
      if (cells[i + 1] != 0 && cells[i] != own) {
        into[count++] = cells[i];
      }
    }
    return count;
  }

  boolean isBoundary(int v) {
    int own = state.part(v);
    if (dense(v)) {
      for (int p = 0; p < parts; p++) {
        if (cells[start[v] + p] != 0 && p != own) {
          return true;
        }
      }
      return false;
    }
    for (int i = start[v]; i < start[v + 1]; i += 2) {
      if (cells[i + 1] != 0 && cells[i] != own) {
        return true;
      }
    }
    return false;
  }

  /**
   * The best part to move a node to, among those with a neighbour and with room: {@link #gain} and
   * {@link #target} read it. Of equal ones the emptier.
   */
  long best(int v) {
    return dense(v) ? bestDense(v) : bestSparse(v);
  }

  static int gain(long move) {
    return (int) (move >> 32);
  }

  static int target(long move) {
    return (int) move;
  }

  static long pack(int gain, int target) {
    return (long) gain << 32 | target;
  }

  private long bestDense(int v) {
    int own = state.part(v);
    int base = start[v];
    int best = -1;
    int most = 0;
    for (int p = 0; p < parts; p++) {
      int weight = cells[base + p];
      if (weight != 0 && weight >= most && p != own && betters(v, p, weight, best, most)) {
        best = p;
        most = weight;
      }
    }
    return best < 0 ? NONE : pack(most - cells[base + own], best);
  }

  private long bestSparse(int v) {
    int own = state.part(v);
    int inside = 0;
    int best = -1;
    int most = 0;
    for (int i = start[v], end = start[v + 1]; i < end; i += 2) {
      int weight = cells[i + 1];
      if (weight == 0) {
        continue;
      }
      int p = cells[i];
      if (p == own) {
        inside = weight;
      } else if (weight >= most && betters(v, p, weight, best, most)) {
        best = p;
        most = weight;
      }
    }
    return best < 0 ? NONE : pack(most - inside, best);
  }

  private boolean betters(int v, int p, int weight, int best, int most) {
    return state.fits(v, p)
        && (weight > most || best < 0 || state.fullness(p) < state.fullness(best));
  }
}
