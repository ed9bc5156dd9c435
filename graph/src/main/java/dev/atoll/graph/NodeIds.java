package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** The user's ids of the nodes, needed for results: the id of node i of the graph is row i here. */
public sealed interface NodeIds {
  long rows();

  /** The user's name of a node. */
  String of(long node);

  /** Whole numbers (int64). */
  record Numbers(long rows, MemorySegment data) implements NodeIds {
    @Override
    public String of(long node) {
      return Long.toString(data.get(JAVA_LONG_UNALIGNED, node * Long.BYTES));
    }
  }

  /** Any text: UTF-8, one name after the other, and rows + 1 offsets (int64) into it. */
  record Texts(long rows, MemorySegment offsets, MemorySegment bytes) implements NodeIds {
    @Override
    public String of(long node) {
      long from = offsets.get(JAVA_LONG_UNALIGNED, node * Long.BYTES);
      long to = offsets.get(JAVA_LONG_UNALIGNED, (node + 1) * Long.BYTES);
      return new String(bytes.asSlice(from, to - from).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }
  }
}
