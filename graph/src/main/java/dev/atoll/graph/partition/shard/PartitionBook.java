package dev.atoll.graph.partition.shard;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.Partitioning;
import java.util.Arrays;
import java.util.List;

/**
 * The owner of every node: after renumbering, part p owns the nodes {@code first(p) … first(p+1) −
 * 1}. Four bytes per part.
 */
public final class PartitionBook {
  /** Up to this number of parts, a scan is faster than binary search. */
  private static final int FEW_PARTS = 16;

  private final int[] first;

  private PartitionBook(int[] first) {
    this.first = first;
  }

  /**
   * A book of the first node of every part, followed by the number of nodes.
   *
   * @throws IllegalArgumentException when they do not ascend from 0
   */
  public static PartitionBook ofFirstNodes(List<Long> first) {
    for (int i = 0; i < first.size(); i++) {
      if (first.get(i) < (i == 0 ? 0 : first.get(i - 1)) || (i == 0 && first.get(0) != 0)) {
        throw new IllegalArgumentException(
            "first nodes of parts must ascend from 0, but entry %d is %d"
                .formatted(i, first.get(i)));
      }
    }
    if (first.size() < 2) {
      throw new IllegalArgumentException("a partition book needs at least one part");
    }
    CsrGraph.requireNodeCount(first.getLast());
    return new PartitionBook(first.stream().mapToInt(Long::intValue).toArray());
  }

  /** The ranges of a partition. */
  public static PartitionBook of(Partitioning partitioning) {
    int[] first = new int[partitioning.parts() + 1];
    int[] sizes = partitioning.sizes();
    for (int part = 0; part < sizes.length; part++) {
      first[part + 1] = first[part] + sizes[part];
    }
    return new PartitionBook(first);
  }

  /** The renumbering that makes parts contiguous; inside a part nodes keep their order. */
  public static Ordering ordering(Partitioning partitioning) {
    int[] next = of(partitioning).first.clone();
    int[] newToOld = new int[partitioning.nodeCount()];
    for (int v = 0; v < newToOld.length; v++) {
      newToOld[next[partitioning.partOf(v)]++] = v;
    }
    return Ordering.ofNewToOld(newToOld);
  }

  /** The part of every node, by its number before the renumbering. */
  public Partitioning partitioning(Ordering ordering) {
    int[] partOf = new int[nodeCount()];
    for (int part = 0; part < parts(); part++) {
      for (int node = first[part]; node < first[part + 1]; node++) {
        partOf[ordering.oldOf(node)] = part;
      }
    }
    return new Partitioning(parts(), partOf);
  }

  public int parts() {
    return first.length - 1;
  }

  public int nodeCount() {
    return first[first.length - 1];
  }

  public int first(int part) {
    return first[part];
  }

  public int coreCount(int part) {
    return first[part + 1] - first[part];
  }

  /** The part that owns a node. */
  public int owner(long node) {
    if (node < 0 || node >= nodeCount()) {
      throw new IndexOutOfBoundsException("node " + node + " of " + nodeCount());
    }
    return parts() <= FEW_PARTS ? countBelow((int) node) : search((int) node);
  }

  /**
   * Counts the parts that begin at or below a node, without branches: random nodes are the rule.
   */
  private int countBelow(int node) {
    int owner = -1;
    for (int part = 0; part < first.length - 1; part++) {
      owner += (first[part] - node - 1) >>> (Integer.SIZE - 1);
    }
    return owner;
  }

  private int search(int node) {
    int at = Arrays.binarySearch(first, node);
    if (at < 0) {
      return -at - 2;
    }
    while (first[at + 1] == node) {
      at++; // empty parts begin where the next one does
    }
    return at;
  }

  /** The first node of every part, and the number of nodes at the end. */
  public List<Long> firstNodes() {
    return Arrays.stream(first).asLongStream().boxed().toList();
  }
}
