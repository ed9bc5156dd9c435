package dev.atoll.tensor;

/** The type of an element. */
public enum DType {
  /** IEEE 754 single precision, in which every kernel computes. */
  F32(4),
  /** The upper half of an {@link #F32}: storage for features. */
  BF16(2),
  /** IEEE 754 half precision: storage for features. */
  F16(2),
  /** Local ids, columns of a sparse matrix, labels. */
  I32(4),
  /** Global ids, row offsets of a sparse matrix. */
  I64(8);

  private final int bytes;

  DType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }
}
