package dev.atoll.graph.csr;

import java.util.Arrays;

/** The arcs to a range of targets, in pages; several threads may append. */
final class ArcBucket {
  private final ArcPages memory;
  private long[] pages = new long[4];
  private int pageCount;
  private int inLast = ArcPages.ARCS;
  private boolean collects;

  ArcBucket(ArcPages memory) {
    this.memory = memory;
  }

  /** Begins to collect arcs. */
  synchronized void open() {
    collects = true;
  }

  /** Frees the pages; arcs that are appended from now on are lost. */
  synchronized void close() {
    for (int i = 0; i < pageCount; i++) {
      memory.give(pages[i]);
    }
    pageCount = 0;
    inLast = ArcPages.ARCS;
    collects = false;
  }

  /** Appends arcs as far as there is memory; returns the first one that is left. */
  synchronized int append(long[] ends, long[] numbers, int from, int to) {
    int next = from;
    while (collects && next < to) {
      if (inLast == ArcPages.ARCS && !addPage()) {
        return next;
      }
      int count = Math.min(to - next, ArcPages.ARCS - inLast);
      memory.write(pages[pageCount - 1], inLast, ends, numbers, next, count);
      inLast += count;
      next += count;
    }
    return to;
  }

  private boolean addPage() {
    long page = memory.take();
    if (page == 0) {
      return false;
    }
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, 2 * pageCount);
    }
    pages[pageCount++] = page;
    inLast = 0;
    return true;
  }

  synchronized long size() {
    return (long) pageCount * ArcPages.ARCS - ArcPages.ARCS + inLast;
  }

  /** Takes one arc. */
  @FunctionalInterface
  interface ArcTaker {
    void take(int target, int source, long number);
  }

  /** Passes on all arcs, in any order; only when no thread appends. */
  void forEach(ArcTaker taker) {
    for (int i = 0; i < pageCount; i++) {
      int end = i == pageCount - 1 ? inLast : ArcPages.ARCS;
      for (int arc = 0; arc < end; arc++) {
        taker.take(
            ArcPages.target(pages[i], arc),
            ArcPages.source(pages[i], arc),
            memory.number(pages[i], arc));
      }
    }
  }
}
