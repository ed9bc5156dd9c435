package dev.atoll.tensor.sample;

/** Rows of nodes, in the device's memory or in host memory that the device reads. */
public interface TieredRows extends AutoCloseable {
  /** Elements of a row. */
  int width();

  /** Rows in the device's memory. */
  int nearRows();

  /** Bytes in the device's memory. */
  long heldBytes();

  /** Bytes that the device reads of a row in host memory. */
  long rowBytes();

  @Override
  void close();
}
