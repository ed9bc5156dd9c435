package dev.atoll.train.store;

import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/**
 * Dense feature rows where the dataset has them, in a mapped file: rows of another worker of this
 * machine. They are read, never sent.
 *
 * @param nodeOf the node of a row among the features
 */
record MappedStoredRows(int count, FeatureRows features, IntToLongFunction nodeOf)
    implements StoredRows {
  private static final ThreadLocal<float[]> SCRATCH = ThreadLocal.withInitial(() -> new float[0]);

  @Override
  public int width() {
    return features.width();
  }

  private float[] read(int row) {
    float[] elements = SCRATCH.get();
    if (elements.length != width()) {
      elements = new float[width()];
      SCRATCH.set(elements);
    }
    features.read(nodeOf.applyAsLong(row), elements);
    return elements;
  }

  @Override
  public void addTo(double[] sums, int row) {
    float[] elements = read(row);
    for (int c = 0; c < elements.length; c++) {
      sums[c] += elements[c];
    }
  }

  @Override
  public void countTo(double[] cells, int row) {
    for (int c = 0; c < width(); c++) {
      cells[c]++;
    }
  }

  @Override
  public void copy(int row, RowSink into, int place) {
    switch (into) {
      case RowSink.Dense to -> {
        MemorySegment data = to.matrix().data();
        if (!features.copy(nodeOf.applyAsLong(row), data, to.offset(place))) {
          MemorySegment.copy(
              MemorySegment.ofArray(read(row)),
              0,
              data,
              to.offset(place),
              (long) width() * Float.BYTES);
        }
      }
      case NonZeroRows to -> to.takeDense(place, MemorySegment.ofArray(read(row)), 0, width());
    }
  }

  /** They lie in the file. */
  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public long bytes(int row, RowWire wire) {
    return fixedBytes(wire);
  }

  @Override
  public long fixedBytes(RowWire wire) {
    return wire.codec().rowBytes(wire.elements());
  }

  @Override
  public long encode(int row, RowWire wire, MemorySegment to, long at) {
    throw new UnsupportedOperationException("rows of another worker are not sent");
  }

  @Override
  public long decode(MemorySegment from, long at, RowWire wire, RowSink into, int place) {
    throw new UnsupportedOperationException("rows of another worker are not received");
  }
}
