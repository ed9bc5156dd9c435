package dev.atoll.app.plan.kernel;

/** Kinds of work of kernels, by their bottleneck. */
public enum Work {
  /** Dense products, in floating-point operations. */
  PRODUCTS,
  /** Sums over edges, in bytes of the rows that are read. */
  EDGE_SUMS,
  /** The same where every edge has a value. */
  WEIGHTED_EDGE_SUMS,
  /** Operations on edge values, in bytes. */
  EDGE_VALUES,
  /** Dropout of edges, in bytes. */
  EDGE_DRAWS,
  /** Element-wise operations, in bytes that are read and written. */
  ELEMENTS,
  /** Activations with dropout, in bytes of the result. */
  DRAWS,
  /** Softmax and the like, in bytes of the result. */
  EXPONENTIALS,
  /** Rows picked or put one by one, in bytes. */
  ROWS,
  /** Steps of the optimizer, in bytes of the parameters. */
  OPTIMIZER,
  /** Copies to the device and back, in bytes. */
  COPIES,
  /** Calls of any kernel. */
  CALLS;

  /** The memory in which the operands of a kernel are likely to lie. */
  public enum Reach {
    /** In the cache of a core. */
    NEAR(1L << 20),
    /** In the cache that cores share. */
    MIDDLE(8L << 20),
    /** In memory. */
    FAR(64L << 20);

    private static final long NEAR_MOST = 2L << 20;
    private static final long MIDDLE_MOST = 32L << 20;

    private final long typicalBytes;

    Reach(long typicalBytes) {
      this.typicalBytes = typicalBytes;
    }

    /** Bytes of operands that are measured for all of this reach. */
    long typicalBytes() {
      return typicalBytes;
    }

    static Reach of(long bytes) {
      return bytes <= NEAR_MOST ? NEAR : bytes <= MIDDLE_MOST ? MIDDLE : FAR;
    }
  }
}
