package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;

/**
 * For every node the weight of its edges into every part that holds a neighbour, kept up to date as
 * nodes move. Only nodes near the boundary are ever asked for: the others are filled in when they
 * are.
 *
 * <pre>
 *   a node with many neighbours   one entry per part:w0 w1 w2 … w(parts−1)
 *   a node with few               pairs, in any order, 0 = free: part weight part weight …
 * </pre>
 *
 * Entries lie in pages of {@value #PAGE} nodes, so that no array gets too long, and pages without a
 * boundary node cost nothing.
 */
final class GainTable {
  /** No part that holds a neighbour has capacity. */
  static final long NONE = Long.MIN_VALUE;

  private static final int PAGE_SHIFT = 10;
  private static final int PAGE = 1 << PAGE_SHIFT;

  private final PartState state;
  private final WeightedGraph graph;
  private final int parts;
  private final int[][] pages;
  private final int[] start;
  private final boolean[] filled;
  private final ArcRow movedRow = new ArcRow();
  private final ArcRow filledRow = new ArcRow();

  /**
   * The table of a partition.
   *
   * @param near holds every node with a neighbour in another part, and others perhaps; null for all
   *     nodes
   */
  GainTable(PartState state, boolean[] near, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.parts = state.parts();
    int nodes = graph.nodeCount();
    pages = new int[Math.ceilDiv(nodes, PAGE)][];
    start = new int[nodes];
    filled = new boolean[nodes];
    Parallel.forEachRange(threads, nodes, PAGE, (from, to) -> fillPage((int) from, (int) to, near));
  }

  private void fillPage(int from, int to, boolean[] near) {
    var row = new ArcRow();
    int cells = 0;
    boolean needed = false;
    for (int v = from; v < to; v++) {
      start[v] = cells;
      cells += size(v);
      needed |= near == null || near[v];
    }
    if (needed) {
      pages[from >>> PAGE_SHIFT] = new int[cells];
      for (int v = from; v < to; v++) {
        if (near == null || near[v]) {
          fill(v, row);
        }
      }
    }
  }

  private int size(int v) {
    return Math.min(parts, 2 * graph.degree(v));
  }

  private int end(int v, int[] page) {
    return (v & (PAGE - 1)) == PAGE - 1 || v == start.length - 1 ? page.length : start[v + 1];
  }

  /** The entries around a node, its own filled in. */
  private int[] page(int v) {
    if (!filled[v]) {
      if (pages[v >>> PAGE_SHIFT] == null) {
        int last = Math.min(start.length - 1, v | (PAGE - 1));
        pages[v >>> PAGE_SHIFT] = new int[start[last] + size(last)];
      }
      fill(v, filledRow);
    }
    return pages[v >>> PAGE_SHIFT];
  }

  private void fill(int v, ArcRow row) {
    filled[v] = true;
    int[] page = pages[v >>> PAGE_SHIFT];
    int base = start[v];
    int end = end(v, page);
    graph.read(v, row);
    for (int e = row.from(); e < row.to(); e++) {
      add(page, base, end, state.part(row.target(e)), row.weight(e));
    }
  }

  /** Adds the weight of a neighbour to a part, or takes it away (negative weight). */
  private void add(int[] page, int base, int end, int part, int weight) {
    if (end - base == parts) {
      page[base + part] += weight;
      return;
    }
    int free = -1;
    for (int i = base; i < end; i += 2) {
      if (page[i + 1] == 0) {
        free = free < 0 ? i : free;
      } else if (page[i] == part) {
        page[i + 1] += weight;
        return;
      }
    }
    page[free] = part;
    page[free + 1] = weight;
  }

  /** Moves a node and updates its neighbours. */
  void move(int v, int to) {
    int from = state.part(v);
    page(v); // a node that has moved is at the boundary
    state.move(v, to);
    graph.read(v, movedRow);
    for (int e = movedRow.from(), last = movedRow.to(); e < last; e++) {
      shift(movedRow.target(e), from, to, movedRow.weight(e));
    }
  }

  /** A neighbour of v went from one part to another. */
  private void shift(int v, int from, int to, int weight) {
    if (!filled[v]) {
      page(v);
      return;
    }
    int[] page = pages[v >>> PAGE_SHIFT];
    int base = start[v];
    int end = end(v, page);
    add(page, base, end, from, -weight);
    add(page, base, end, to, weight);
  }

  int weightTo(int v, int part) {
    int[] page = page(v);
    int base = start[v];
    int end = end(v, page);
    if (end - base == parts) {
      return page[base + part];
    }
    for (int i = base; i < end; i += 2) {
      if (page[i] == part && page[i + 1] != 0) {
        return page[i + 1];
      }
    }
    return 0;
  }

  /** Writes the other parts that hold a neighbour and returns how many there are. */
  int adjacent(int v, int[] into) {
    int count = 0;
    for (int i = next(v, 0); i >= 0; i = next(v, i + 1)) {
      into[count++] = partAt(v, i);
    }
    return count;
  }

  /** Whether a neighbour is in another part. */
  boolean isBoundary(int v) {
    return filled[v] && next(v, 0) >= 0;
  }

  /** All nodes with a neighbour in another part. */
  boolean[] boundary() {
    boolean[] boundary = new boolean[filled.length];
    for (int v = 0; v < boundary.length; v++) {
      boundary[v] = isBoundary(v);
    }
    return boundary;
  }

  /** The next entry of a node for another part that holds a neighbour, or −1. */
  private int next(int v, int entry) {
    int own = state.part(v);
    int[] page = page(v);
    int base = start[v];
    int end = end(v, page);
    if (end - base == parts) {
      for (int p = entry; p < parts; p++) {
        if (page[base + p] != 0 && p != own) {
          return p;
        }
      }
      return -1;
    }
    for (int i = base + 2 * entry; i < end; i += 2) {
      if (page[i + 1] != 0 && page[i] != own) {
        return (i - base) / 2;
      }
    }
    return -1;
  }

  private int partAt(int v, int entry) {
    int[] page = page(v);
    return end(v, page) - start[v] == parts ? entry : page[start[v] + 2 * entry];
  }

  /**
   * The best part to move a node to, among those with a neighbour and free capacity: {@link #gain}
   * and {@link #target} read it. Of equal ones the emptier.
   */
  long best(int v) {
    int[] page = page(v);
    int base = start[v];
    int end = end(v, page);
    return end - base == parts ? bestDense(v, page, base) : bestSparse(v, page, base, end);
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

  private long bestDense(int v, int[] cells, int base) {
    int own = state.part(v);
    int best = -1;
    int most = 0;
    for (int p = 0; p < parts; p++) {
      int weight = cells[base + p];
      if (weight != 0 && weight >= most && p != own && isBetter(v, p, weight, best, most)) {
        best = p;
        most = weight;
      }
    }
    return best < 0 ? NONE : pack(most - cells[base + own], best);
  }

  private long bestSparse(int v, int[] cells, int base, int end) {
    int own = state.part(v);
    int inside = 0;
    int best = -1;
    int most = 0;
    for (int i = base; i < end; i += 2) {
      int weight = cells[i + 1];
      if (weight == 0) {
        continue;
      }
      int p = cells[i];
      if (p == own) {
        inside = weight;
      } else if (weight >= most && isBetter(v, p, weight, best, most)) {
        best = p;
        most = weight;
      }
    }
    return best < 0 ? NONE : pack(most - inside, best);
  }

  private boolean isBetter(int v, int p, int weight, int best, int most) {
    return state.fits(v, p)
        && (weight > most || best < 0 || state.fullness(p) < state.fullness(best));
  }
}
