package dev.atoll.tensor.sample;

/** Rows of nodes, in the device's memory or in host memory. */
public interface TieredRows extends AutoCloseable {
  /** Elements of a row. */
  int width();

  /** Rows of a tier. */
  int rows(RowTier tier);

  /** Bytes in the device's memory. */
  long heldBytes();

  /** Bytes that the device reads of a row in host memory. */
  long rowBytes();

  @Override
  void close();
}
