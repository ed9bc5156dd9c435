package dev.atoll.app.plan.kernel;

/** Kinds of work of kernels, by their bottleneck. */
public enum Work {
  /** Dense products, in floating-point operations. */
  PRODUCTS,
  /** Sums over edges, in bytes of the rows that are read. */
  EDGE_SUMS,
  /** Weighted sums over edges, in bytes of the rows that are read. */
  WEIGHTED_EDGE_SUMS,
  /** Operations on edge values, in bytes. */
  EDGE_VALUES,
  /** Dropout of edges, in bytes. */
  EDGE_DRAWS,
  /** Element-wise operations, in bytes that are read and written. */
  ELEMENTS,
  /** Activations with dropout, in bytes of the result. */
  DRAWS,
  /** Softmax and similar operations, in bytes of the result. */
  EXPONENTIALS,
  /** Rows gathered or scattered one by one, in bytes. */
  ROWS,
  /** Steps of the optimizer, in bytes of the parameters. */
  OPTIMIZER,
  /** Copies to the device and back, in bytes. */
  COPIES,
  /** Calls of any kernel. */
  CALLS;

  /** The level of the memory hierarchy that the operands of a kernel are likely to fit in. */
  public enum Reach {
    /** The cache of a core. */
    NEAR(1L << 20),
    /** The cache that cores share. */
    MIDDLE(8L << 20),
    /** Main memory. */
    FAR(64L << 20);

    private static final long NEAR_MOST = 2L << 20;
    private static final long MIDDLE_MOST = 32L << 20;

    private final long typicalBytes;

    Reach(long typicalBytes) {
      this.typicalBytes = typicalBytes;
    }

    /** Bytes of the operands by which this reach is measured. */
    long typicalBytes() {
      return typicalBytes;
    }

    static Reach of(long bytes) {
      return bytes <= NEAR_MOST ? NEAR : bytes <= MIDDLE_MOST ? MIDDLE : FAR;
    }
  }
}
