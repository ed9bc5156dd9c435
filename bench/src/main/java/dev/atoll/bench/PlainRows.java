package dev.atoll.bench;

import dev.atoll.graph.parallel.Parallel;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Feature rows over plain sockets: every rank reads equally many random rows of each rank,
 * including itself, and every rank knows which rows the others need. Writing threads gather rows
 * and reading threads scatter them, without requests, headers and checksums.
 */
final class PlainRows implements PlainSockets.Pieces {
  private static final int ROWS_PER_CHUNK = 1024;

  private final int rank;
  private final int ranks;
  private final Matrix own;
  private final MemorySegment nodes;
  private final Matrix into;
  private final int rowBytes;
  private final int rowsEach;

  /**
   * @param nodes a random node of any rank for each row, all ranks owning as many
   */
  PlainRows(int rank, int ranks, Matrix own, MemorySegment nodes, Matrix into) {
    this.rank = rank;
    this.ranks = ranks;
    this.own = own;
    this.nodes = nodes;
    this.into = into;
    this.rowBytes = own.cols() * Float.BYTES;
    this.rowsEach = Math.max(1, PlainSockets.CHUNK_BYTES / rowBytes);
  }

  void exchange(PlainSockets sockets, int threads) throws Exception {
    sockets.exchange(rank, this, () -> copyOwn(threads));
  }

  /** The number of rows that travel from one rank to another. */
  private int rows() {
    return into.rows() / ranks;
  }

  @Override
  public int count() {
    return Math.ceilDiv(rows(), rowsEach);
  }

  private int end(int number) {
    return Math.min(rows(), (number + 1) * rowsEach);
  }

  @Override
  public int bytes(int number) {
    return (end(number) - number * rowsEach) * rowBytes;
  }

  @Override
  public void fill(int peer, int number, MemorySegment piece) {
    long at = 0;
    for (int i = number * rowsEach; i < end(number); i++, at += rowBytes) {
      MemorySegment.copy(own.data(), source(peer, i), piece, at, rowBytes);
    }
  }

  @Override
  public void use(int peer, int number, MemorySegment piece) {
    long at = 0;
    for (int i = number * rowsEach; i < end(number); i++, at += rowBytes) {
      MemorySegment.copy(piece, at, into.data(), target(peer, i), rowBytes);
    }
  }

  private void copyOwn(int threads) {
    Parallel.forEachRange(
        threads,
        rows(),
        ROWS_PER_CHUNK,
        (from, to) -> {
          for (int i = (int) from; i < to; i++) {
            MemorySegment.copy(own.data(), source(rank, i), into.data(), target(rank, i), rowBytes);
          }
        });
  }

  private long source(int peer, int i) {
    int node = nodes.getAtIndex(ValueLayout.JAVA_INT, i * ranks + peer);
    return node % own.rows() * own.rowBytes();
  }

  /** Interleaves the rows of all ranks, as rows of random nodes are. */
  private long target(int peer, int i) {
    return ((long) i * ranks + peer) * into.rowBytes();
  }
}
