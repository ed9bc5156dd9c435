package dev.atoll.graph.link;

import dev.atoll.graph.Links;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** Links in arrays, sorted by head, relation and tail. */
final class SortedLinks implements KnownLinks {
  private final int[] start;

  /** Entries by head, ascending: the relation in the upper half, the tail in the lower one. */
  private final long[] entry;

  private SortedLinks(int[] start, long[] entry) {
    this.start = start;
    this.entry = entry;
  }

  static SortedLinks none(int nodes) {
    return new SortedLinks(new int[nodes + 1], new long[0]);
  }

  static SortedLinks of(Links links, int nodes, IntPredicate counts) {
    int[] start = new int[nodes + 1];
    each(links, counts, (head, _, _) -> start[head + 1]++);
    for (int v = 0; v < nodes; v++) {
      long end = (long) start[v] + start[v + 1];
      if (end > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "%d links, each kept in both directions: expected at most %d entries; use fewer links"
                .formatted(links.count(), Integer.MAX_VALUE));
      }
      start[v + 1] = (int) end;
    }
    long[] entry = new long[start[nodes]];
    int[] next = Arrays.copyOf(start, nodes);
    each(links, counts, (head, relation, tail) -> entry[next[head]++] = packed(relation, tail));
    int kept = 0;
    for (int v = 0; v < nodes; v++) {
      int from = start[v];
      Arrays.sort(entry, from, start[v + 1]);
      start[v] = kept;
      for (int i = from; i < next[v]; i++) {
        if (i == from || entry[i] != entry[i - 1]) {
          entry[kept++] = entry[i];
        }
      }
    }
    start[nodes] = kept;
    return new SortedLinks(start, Arrays.copyOf(entry, kept));
  }

  private interface Visitor {
    void visit(int head, int relation, int tail);
  }

  private static void each(Links links, IntPredicate counts, Visitor visitor) {
    boolean back = links.symmetric() || links.relations().isPresent();
    int reverseRelations = links.relations().isPresent() ? links.relationCount() : 0;
    for (int link = 0; link < links.count(); link++) {
      if (counts.test(links.role(link))) {
        int relation = links.relation(link);
        visitor.visit(links.head(link), relation, links.tail(link));
        if (back) {
          visitor.visit(links.tail(link), relation + reverseRelations, links.head(link));
        }
      }
    }
  }

  private static long packed(int relation, int tail) {
    return (long) relation << Integer.SIZE | tail;
  }

  @Override
  public boolean contains(int head, int relation, int tail) {
    return Arrays.binarySearch(entry, start[head], start[head + 1], packed(relation, tail)) >= 0;
  }

  @Override
  public void forEachTail(int head, int relation, IntConsumer sink) {
    int at = Arrays.binarySearch(entry, start[head], start[head + 1], packed(relation, 0));
    for (int i = at < 0 ? -at - 1 : at; i < start[head + 1]; i++) {
      if (entry[i] >>> Integer.SIZE != relation) {
        return;
      }
      sink.accept((int) entry[i]);
    }
  }

  @Override
  public int count(int head) {
    return start[head + 1] - start[head];
  }
}
