package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Node numbers in memory, int32. */
public final class NodeNumbers {
  private NodeNumbers() {}

  public static int at(MemorySegment nodes, long index) {
    return nodes.get(JAVA_INT_UNALIGNED, index * Integer.BYTES);
  }

  static void set(MemorySegment nodes, long index, int node) {
    nodes.set(JAVA_INT_UNALIGNED, index * Integer.BYTES, node);
  }
}
