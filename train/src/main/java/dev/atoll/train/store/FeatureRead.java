package dev.atoll.train.store;

import java.lang.foreign.MemorySegment;

/**
 * A read of feature rows: some nodes of a list, and the destination of their rows and degrees. The
 * row of a node goes to the index of the node in the list, so that the stores of a nest fill one
 * destination without copies:
 *
 * <pre>
 *   nodes          7   3   9   4   3
 *   a cache keeps      3           3    copied to rows 1 and 4
 *   the store below    [0, 2, 3]        reads 7, 9 and 4 to rows 0, 2 and 3
 * </pre>
 *
 * @param nodes numbers after partitioning, int32
 * @param count the number of nodes that are read
 * @param indices of these nodes in the list, ascending; may be longer than the count; null for the
 *     first nodes of the list
 * @param columns the columns that are pulled from other workers, and the values of the others
 * @param degrees receives in-degrees by index, each node counted once as its own neighbour; null
 *     when not wanted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FeatureRead(
    MemorySegment nodes, int count, int[] indices, Columns columns, RowSink into, int[] degrees) {
  /** The index in the list of the i-th node that is read; that of its row as well. */
  public int index(int i) {
    return indices == null ? i : indices[i];
  }

  /** The i-th node that is read. */
  public int node(int i) {
    return NodeNumbers.at(nodes, index(i));
  }

  /** The node at an index of the list. */
  int nodeAt(int index) {
    return NodeNumbers.at(nodes, index);
  }

  /** A read of some of the nodes, to the same destination. */
  public FeatureRead only(int[] some, int howMany) {
    return new FeatureRead(nodes, howMany, some, columns, into, degrees);
  }

  /** A read of the rows alone. */
  public FeatureRead withoutDegrees() {
    return new FeatureRead(nodes, count, indices, columns, into, null);
  }

  /** Whether degrees are wanted. */
  public boolean withDegrees() {
    return degrees != null;
  }

  /** Whether rows of a width have anything to read. */
  boolean isEmpty(int width) {
    return width == 0 && degrees == null;
  }

  /** Copies a stored row to an index. */
  void copy(StoredRows from, int row, int index) {
    from.copy(row, into, index);
    if (columns.coverOwnRows()) {
      into.restrict(index, columns);
    }
  }
}
