package dev.atoll.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Heap memory that code allocates. */
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /** Bytes that the calling thread allocates in the body. */
  public static long bytesOf(Runnable body) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    body.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
