package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The classes of nodes. */
public sealed interface Labels {
  long rows();

  int classes();

  /** One class per node (int32), −1 where it is unknown. */
  record Single(long rows, int classes, MemorySegment data) implements Labels {
    public int of(long node) {
      return data.get(JAVA_INT_UNALIGNED, node * Integer.BYTES);
    }
  }

  /** Any number of classes per node: a row of 0/1 bytes. */
  record Multi(long rows, int classes, MemorySegment data) implements Labels {
    public boolean has(long node, int label) {
      return data.get(JAVA_BYTE, node * classes + label) != 0;
    }
  }
}
