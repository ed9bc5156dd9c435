package dev.atoll.graph.link;

import dev.atoll.graph.Links;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * Which tails a head is known to have, by relation. A link counts in both directions where
 * direction means nothing; of links with relations, the way back is a relation of its own: {@code
 * relation + relationCount}.
 */
public final class KnownLinks {
  private final int[] start;

  /** By head: relation in the upper half, tail in the lower one, ascending. */
  private final long[] entry;

  private KnownLinks(int[] start, long[] entry) {
    this.start = start;
    this.entry = entry;
  }

  /** Nothing is known. */
  public static KnownLinks none(int nodes) {
    return new KnownLinks(new int[nodes + 1], new long[0]);
  }

  /**
   * The links of some roles.
   *
   * @param counts whether the links of a role count
   */
  public static KnownLinks of(Links links, int nodes, IntPredicate counts) {
    int[] start = new int[nodes + 1];
    each(links, counts, (head, _, _) -> start[head + 1]++);
    for (int v = 0; v < nodes; v++) {
      start[v + 1] += start[v];
    }
    long[] entry = new long[start[nodes]];
    int[] next = Arrays.copyOf(start, nodes);
    each(links, counts, (head, relation, tail) -> entry[next[head]++] = cell(relation, tail));
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
    return new KnownLinks(start, Arrays.copyOf(entry, kept));
  }

  private interface Visitor {
    void visit(int head, int relation, int tail);
  }

  private static void each(Links links, IntPredicate counts, Visitor visitor) {
    boolean back = links.symmetric() || links.relations().isPresent();
    int turned = links.relations().isPresent() ? links.relationCount() : 0;
    for (int link = 0; link < links.count(); link++) {
      if (counts.test(links.role(link))) {
        int relation = links.relation(link);
        visitor.visit(links.head(link), relation, links.tail(link));
        if (back) {
          visitor.visit(links.tail(link), relation + turned, links.head(link));
        }
      }
    }
  }

  private static long cell(int relation, int tail) {
    return (long) relation << Integer.SIZE | tail;
  }

  public boolean contains(int head, int relation, int tail) {
    return Arrays.binarySearch(entry, start[head], start[head + 1], cell(relation, tail)) >= 0;
  }

  /** Receives every known tail of a head, ascending. */
  public void forEachTail(int head, int relation, IntConsumer sink) {
    int at = Arrays.binarySearch(entry, start[head], start[head + 1], cell(relation, 0));
    for (int i = at < 0 ? -at - 1 : at; i < start[head + 1]; i++) {
      if (entry[i] >>> Integer.SIZE != relation) {
        return;
      }
      sink.accept((int) entry[i]);
    }
  }

  /** How many tails of all relations a head has. */
  public int count(int head) {
    return start[head + 1] - start[head];
  }
}
