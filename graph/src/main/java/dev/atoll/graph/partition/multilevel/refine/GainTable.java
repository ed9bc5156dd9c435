package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.parallel.Parallel;

/**
 * The gains for any number of parts. Entries of a node are computed when they are first read: only
 * nodes near the boundary ever are.
 *
 * <pre>
 *   a node with many neighbours   one entry per part:w0 w1 w2 … w(parts−1)
 *   a node with few               pairs, in any order, 0 = free: part weight part weight …
 * </pre>
 *
 * Entries are stored in pages of {@value #PAGE} nodes, so that no array gets too long, and pages
 * without a boundary node cost nothing. A page begins with two numbers per node: the start of its
 * entries, and the number of ints in use.
 */
final class GainTable extends Gains {
  /** Number in use: entries are not yet computed. */
  private static final int EMPTY = -2;

  /**
   * Layout: one weight per part. Any other value is the number of ints used by (part, weight)
   * pairs, after which all entries are 0.
   */
  private static final int DENSE = -1;

  private static final int PAGE_SHIFT = 10;
  private static final int PAGE = 1 << PAGE_SHIFT;

  private final PartState state;
  private final WeightedGraph graph;
  private final int parts;
  private final int[][] pages;
  private final ArcRow movedRow = new ArcRow();
  private final ArcRow filledRow = new ArcRow();

  /**
   * The table of a partition.
   *
   * @param near marks every node with a neighbour in another part, and perhaps others; null for all
   *     nodes
   */
  GainTable(PartState state, boolean[] near, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.parts = state.parts();
    int nodes = graph.nodeCount();
    pages = new int[Math.ceilDiv(nodes, PAGE)][];
    Parallel.forEachRange(threads, nodes, PAGE, (from, to) -> fillPage((int) from, (int) to, near));
  }

  private void fillPage(int from, int to, boolean[] near) {
    var row = new ArcRow();
    for (int v = from; v < to; v++) {
      if (near == null || near[v]) {
        int[] page = pages[v >>> PAGE_SHIFT];
        fill(v, page == null ? newPage(v) : page, row);
      }
    }
  }

  /** The page of a node, nothing filled in. */
  private int[] newPage(int v) {
    int from = v & -PAGE;
    int to = from + Math.min(graph.nodeCount() - from, PAGE);
    int entries = 2 * (to - from);
    for (int u = from; u < to; u++) {
      entries += size(u);
    }
    int[] page = new int[entries];
    int next = 2 * (to - from);
    for (int u = from; u < to; u++) {
      page[head(u)] = next;
      page[head(u) + 1] = EMPTY;
      next += size(u);
    }
    pages[v >>> PAGE_SHIFT] = page;
    return page;
  }

  private int size(int v) {
    return Math.min(parts, 2 * graph.degree(v));
  }

  private static int head(int v) {
    return (v & (PAGE - 1)) << 1;
  }

  /** The index in its page of a node's first entry. */
  private static int start(int v, int[] page) {
    return page[head(v)];
  }

  /** The entries of a node in use, or {@link #DENSE} or {@link #EMPTY}. */
  private static int used(int v, int[] page) {
    return page[head(v) + 1];
  }

  private static boolean isDense(int v, int[] page) {
    return used(v, page) == DENSE;
  }

  private boolean isFilled(int v) {
    int[] page = pages[v >>> PAGE_SHIFT];
    return page != null && used(v, page) != EMPTY;
  }

  /** The entries around a node, its own filled in. */
  private int[] page(int v) {
    int[] page = pages[v >>> PAGE_SHIFT];
    if (page == null) {
      page = newPage(v);
    }
    if (used(v, page) == EMPTY) {
      fill(v, page, filledRow);
    }
    return page;
  }

  private void fill(int v, int[] page, ArcRow row) {
    page[head(v) + 1] = size(v) == parts ? DENSE : 0;
    graph.read(v, row);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      add(v, page, state.part(row.target(e)), row.weight(e));
    }
  }

  /** Adds the weight of a neighbour to a part, or takes it away (negative weight). */
  private void add(int v, int[] page, int part, int weight) {
    int base = start(v, page);
    if (isDense(v, page)) {
      page[base + part] += weight;
      return;
    }
    int end = base + used(v, page);
    int free = -1;
    for (int i = base; i < end; i += 2) {
      if (page[i + 1] == 0) {
        free = free < 0 ? i : free;
      } else if (page[i] == part) {
        page[i + 1] += weight;
        return;
      }
    }
    if (free < 0) {
      free = end;
      page[head(v) + 1] += 2;
    }
    page[free] = part;
    page[free + 1] = weight;
  }

  @Override
  ArcRow move(int v, int to) {
    int from = state.part(v);
    page(v); // a node that has moved is at the boundary
    state.move(v, to);
    graph.read(v, movedRow);
    for (int e = movedRow.from(), last = movedRow.to(); e < last; e++) {
      shift(movedRow.target(e), from, to, movedRow.weight(e));
    }
    return movedRow;
  }

  /** A neighbour of v went from one part to another. */
  private void shift(int v, int from, int to, int weight) {
    if (!isFilled(v)) {
      page(v);
      return;
    }
    int[] page = pages[v >>> PAGE_SHIFT];
    add(v, page, from, -weight);
    add(v, page, to, weight);
  }

  @Override
  int weightTo(int v, int part) {
    int[] page = page(v);
    int base = start(v, page);
    if (isDense(v, page)) {
      return page[base + part];
    }
    for (int i = base, end = base + used(v, page); i < end; i += 2) {
      if (page[i] == part && page[i + 1] != 0) {
        return page[i + 1];
      }
    }
    return 0;
  }

  @Override
  int subtractHeld(int v, int[] of, int count, int[] counts, int weighed) {
    int[] page = page(v);
    int base = start(v, page);
    int own = state.part(v);
    counts[own]--;
    if (isDense(v, page)) {
      for (int i = 0; i < count; i++) {
        counts[of[i]] -= page[base + of[i]] == 0 || of[i] == own ? 0 : 1;
      }
      return page[base + weighed];
    }
    int weight = 0;
    for (int i = base, end = base + used(v, page); i < end; i += 2) {
      if (page[i + 1] != 0) {
        int part = page[i];
        counts[part] -= part == own ? 0 : 1;
        weight = part == weighed ? page[i + 1] : weight;
      }
    }
    return weight;
  }

  @Override
  int adjacent(int v, int[] into) {
    int count = 0;
    for (int i = next(v, 0); i >= 0; i = next(v, i + 1)) {
      into[count++] = partAt(v, i);
    }
    return count;
  }

  @Override
  int adjacent(int v, int[] into, int[] weights) {
    int count = 0;
    int[] page = page(v);
    int own = state.part(v);
    int base = start(v, page);
    if (isDense(v, page)) {
      for (int p = 0; p < parts; p++) {
        if (page[base + p] != 0 && p != own) {
          into[count] = p;
          weights[count++] = page[base + p];
        }
      }
      return count;
    }
    for (int i = base, end = base + used(v, page); i < end; i += 2) {
      if (page[i + 1] != 0 && page[i] != own) {
        into[count] = page[i];
        weights[count++] = page[i + 1];
      }
    }
    return count;
  }

  @Override
  int mostGain(int v) {
    int[] page = page(v);
    int own = state.part(v);
    int base = start(v, page);
    int most = 0;
    if (isDense(v, page)) {
      for (int p = 0; p < parts; p++) {
        most = p == own ? most : Math.max(most, page[base + p]);
      }
      return most - page[base + own];
    }
    int inside = 0;
    for (int i = base, end = base + used(v, page); i < end; i += 2) {
      if (page[i] != own) {
        most = Math.max(most, page[i + 1]);
      } else if (page[i + 1] != 0) {
        inside = page[i + 1];
      }
    }
    return most - inside;
  }

  @Override
  boolean isBoundary(int v) {
    return isFilled(v) && next(v, 0) >= 0;
  }

  @Override
  boolean[] boundary() {
    boolean[] boundary = new boolean[graph.nodeCount()];
    for (int v = 0; v < boundary.length; v++) {
      boundary[v] = isBoundary(v);
    }
    return boundary;
  }

  /** The next entry of a node for another part that holds a neighbour, or −1. */
  private int next(int v, int entry) {
    int own = state.part(v);
    int[] page = page(v);
    int base = start(v, page);
    if (isDense(v, page)) {
      for (int p = entry; p < parts; p++) {
        if (page[base + p] != 0 && p != own) {
          return p;
        }
      }
      return -1;
    }
    for (int i = base + 2 * entry, end = base + used(v, page); i < end; i += 2) {
      if (page[i + 1] != 0 && page[i] != own) {
        return (i - base) / 2;
      }
    }
    return -1;
  }

  private int partAt(int v, int entry) {
    int[] page = page(v);
    return isDense(v, page) ? entry : page[start(v, page) + 2 * entry];
  }

  @Override
  long best(int v) {
    int[] page = page(v);
    int base = start(v, page);
    return isDense(v, page) ? bestDense(v, page, base) : bestSparse(v, page, base);
  }

  @Override
  int keyAfter(int v, int key, int from, int to, int weight) {
    int own = state.part(v);
    if (own == to) {
      return key - weight;
    }
    int staying = key + (own == from ? weight : 0);
    int gain = gain(v, own, to);
    return gain > staying && state.fits(v, to) ? gain : staying;
  }

  /** The gain of a node of one part in another. */
  private int gain(int v, int own, int to) {
    int[] page = page(v);
    int base = start(v, page);
    if (isDense(v, page)) {
      return page[base + to] - page[base + own];
    }
    int gain = 0;
    for (int i = base, end = base + used(v, page); i < end; i += 2) {
      if (page[i] == to) {
        gain += page[i + 1];
      } else if (page[i] == own) {
        gain -= page[i + 1];
      }
    }
    return gain;
  }

  private long bestDense(int v, int[] entries, int base) {
    int own = state.part(v);
    int best = -1;
    int most = 0;
    for (int p = 0; p < parts; p++) {
      int weight = entries[base + p];
      if (weight != 0 && weight >= most && p != own && isBetter(v, p, weight, best, most)) {
        best = p;
        most = weight;
      }
    }
    return best < 0 ? NONE : pack(most - entries[base + own], best);
  }

  private long bestSparse(int v, int[] entries, int base) {
    int own = state.part(v);
    int inside = 0;
    int best = -1;
    int most = 0;
    for (int i = base, end = base + used(v, entries); i < end; i += 2) {
      int weight = entries[i + 1];
      if (weight == 0) {
        continue;
      }
      int p = entries[i];
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
