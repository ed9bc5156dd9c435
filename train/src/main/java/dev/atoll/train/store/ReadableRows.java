package dev.atoll.train.store;

import dev.atoll.graph.partition.shard.Shard;
import java.util.function.LongToIntFunction;

/**
 * The feature rows and degrees of a worker's nodes, read in place by the worker itself, by other
 * workers of its process, and by processes of its machine. {@link OwnedRows} are also sent to other
 * machines.
 */
public abstract sealed class ReadableRows permits OwnedRows, MappedRows {
  private final long first;
  private final int count;
  private final int[] degrees;
  private final LongToIntFunction degreeOf;

  /**
   * @param first the first node; the others follow
   * @param degrees by row; 0 where one is yet to be counted
   */
  ReadableRows(long first, int count, int[] degrees, LongToIntFunction degreeOf) {
    this.first = first;
    this.count = count;
    this.degrees = degrees;
    this.degreeOf = degreeOf;
  }

  /** Copies a row to an index of a sink. */
  abstract void copy(int row, RowSink into, int place);

  /** Bytes of a row in a message. */
  abstract long bytes(int row, RowWire wire);

  /** The in-degree of a node, itself counted once as its own neighbour. */
  final int degree(long node) {
    int row = row(node);
    if (degrees[row] == 0) {
      degrees[row] = degreeOf.applyAsInt(node); // several threads may count the same
    }
    return degrees[row];
  }

  final boolean owns(long node) {
    return node >= first && node < first + count;
  }

  /** The index of a node among the rows. */
  public final int row(long node) {
    return (int) (node - first);
  }

  static int degreeWithSelf(Shard shard, long node) {
    long degree = shard.inDegree(node);
    for (long e = 0; e < degree; e++) {
      if (shard.inNeighbor(node, e) == node) {
        return Math.toIntExact(degree);
      }
    }
    return Math.toIntExact(degree + 1);
  }
}
