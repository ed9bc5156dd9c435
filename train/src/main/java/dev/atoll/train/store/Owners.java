package dev.atoll.train.store;

import dev.atoll.graph.partition.shard.PartitionBook;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Places of a list of nodes, grouped by the owner of the node; arrays are reused. */
public final class Owners {
  private final IntUnaryOperator groupOf;
  private final int[] start;
  private int[] places = {};
  private int[] ownerOf = {};

  /** Groups nodes by the part that owns them. */
  public Owners(PartitionBook book) {
    this(book.parts(), book::owner);
  }

  /** Groups nodes in a way of its own. */
  public Owners(int groups, IntUnaryOperator groupOf) {
    this.groupOf = groupOf;
    this.start = new int[groups + 1];
  }

  /**
   * Groups a list of nodes; inside a group indices ascend.
   *
   * @param nodes int32
   */
  public void sort(MemorySegment nodes, int count) {
    sort(nodes, count, null);
  }

  /**
   * Groups some nodes of a list; inside a group indices ascend.
   *
   * @param nodes int32
   * @param indices of these nodes, ascending; null for the first nodes of the list
   */
  void sort(MemorySegment nodes, int count, int[] indices) {
    if (places.length < count) {
      places = new int[count + count / 4];
      ownerOf = new int[places.length];
    }
    Arrays.fill(start, 0);
    for (int i = 0; i < count; i++) {
      ownerOf[i] = groupOf.applyAsInt(NodeNumbers.at(nodes, indices == null ? i : indices[i]));
      start[ownerOf[i] + 1]++;
    }
    for (int group = 1; group < start.length; group++) {
      start[group] += start[group - 1];
    }
    for (int i = count - 1; i >= 0; i--) {
      places[--start[ownerOf[i] + 1]] = indices == null ? i : indices[i];
    }
    // every group's start has moved one position to the right
    System.arraycopy(start, 1, start, 0, start.length - 1);
    start[start.length - 1] = count;
  }

  /** Copies the nodes that a part owns. */
  public void copy(int part, MemorySegment nodes, MemorySegment into) {
    for (int i = 0; i < count(part); i++) {
      NodeNumbers.set(into, i, NodeNumbers.at(nodes, place(part, i)));
    }
  }

  /** The owner of the node at an index of a whole list. */
  public int ownerAt(int place) {
    return ownerOf[place];
  }

  /** Nodes that a part owns. */
  public int count(int part) {
    return start[part + 1] - start[part];
  }

  /** The index in the list of the i-th node that a part owns. */
  public int place(int part, int i) {
    return places[start[part] + i];
  }
}
