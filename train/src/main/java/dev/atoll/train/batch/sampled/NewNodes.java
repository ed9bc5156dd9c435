package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.NonZeroRows;
import dev.atoll.train.store.RowSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;

/**
 * The new nodes of a hop, and the store that reads their rows. They are copied from the batch: the
 * next hop may move its list of nodes while these are fetched.
 */
final class NewNodes implements AutoCloseable {
  private final BatchStore batches;
  private final NonZeroRows nonZeros = new NonZeroRows();
  private FeatureStore store;
  private Arena arena = Arena.ofShared();
  private MemorySegment nodes = MemorySegment.NULL;
  private int first;
  private int count;
  private long degreeSum;
  private int[] degrees = {};
  private Matrix aside;

  NewNodes(BatchStore batches) {
    this.batches = batches;
  }

  int width() {
    return batches.width();
  }

  /**
   * Begins a batch.
   *
   * @param firstSeed −1 without seeds
   */
  void begin(int firstSeed) {
    store = batches.forBatch(firstSeed);
  }

  /** Takes the nodes of a batch from a place on. */
  void list(SampledBatch batch, int from, IntUnaryOperator degreeOf) {
    first = from;
    count = batch.drawnNodes() - from;
    aside = null;
    long bytes = (long) count * Integer.BYTES;
    if (nodes.byteSize() < bytes) {
      arena.close();
      arena = Arena.ofShared();
      nodes = arena.allocate(bytes + bytes / 4, Long.BYTES);
    }
    batch.copyNodes(from, from + count, nodes);
    degreeSum = 0;
    for (int i = 0; i < count; i++) {
      degreeSum += degreeOf.applyAsInt(nodes.getAtIndex(JAVA_INT, i));
    }
  }

  int first() {
    return first;
  }

  int end() {
    return first + count;
  }

  int count() {
    return count;
  }

  long degreeSum() {
    return degreeSum;
  }

  /** Remembers that the rows are fetched to a place that is not their last. */
  Matrix aside(Matrix place) {
    aside = place;
    return place;
  }

  /** The non-zeros of sparse feature rows. */
  NonZeroRows nonZeros() {
    return nonZeros;
  }

  void fetch(Columns columns, RowSink into, boolean withDegrees) {
    if (withDegrees && degrees.length < count) {
      degrees = new int[count + count / 4];
    }
    fetch(nodes, count, columns, into, withDegrees ? degrees : null);
  }

  void fetch(MemorySegment which, int howMany, Columns columns, RowSink into, int[] degreesInto) {
    store.gather(which, howMany, columns, into, degreesInto);
  }

  /** Copies their degrees. */
  void copyDegrees(int[] into) {
    System.arraycopy(degrees, 0, into, first, count);
  }

  /** Moves the rows to their final place, unless they are there. */
  void settle(Matrix buffer, Matrix rows) {
    if (aside != null) {
      copy(aside, rows.rowsView(first, end()));
    } else if (buffer.data().address() != rows.data().address()) {
      copy(buffer.rowsView(first, end()), rows.rowsView(first, end()));
    }
  }

  private void copy(Matrix from, Matrix to) {
    long bytes = (long) width() * Float.BYTES;
    for (int row = 0; row < count; row++) {
      MemorySegment.copy(from.data(), row * from.rowBytes(), to.data(), row * to.rowBytes(), bytes);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
