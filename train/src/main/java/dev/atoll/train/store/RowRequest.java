package dev.atoll.train.store;

import java.lang.foreign.MemorySegment;

/**
 * A request to a {@link RowService} and its reply. Columns are named once, by a bit each, however
 * many rows there are.
 *
 * <pre>
 *   request   int32 flags | int32 words, int32 bits … (when flag 2 is set) | int32 node …
 *   answer    in chunks of some rows: int32 degree … (when flag 1 is set) | encoded row …
 * </pre>
 *
 * @param degrees whether the nodes' degrees are wanted, too
 * @param nodes int32
 */
record RowRequest(boolean degrees, Columns columns, MemorySegment nodes) {
  private static final int WITH_DEGREES = 1;
  private static final int WITH_COLUMNS = 2;

  /** Bytes of a request for a number of rows. */
  static long bytes(Columns columns, int nodes) {
    return headerBytes(columns) + (long) nodes * Integer.BYTES;
  }

  private static long headerBytes(Columns columns) {
    return Integer.BYTES * (columns.areAll() ? 1L : 2L + columns.words());
  }

  /** Begins a request; its nodes are yet to be filled in. */
  static RowRequest write(boolean degrees, Columns columns, MemorySegment request) {
    int flags = (degrees ? WITH_DEGREES : 0) | (columns.areAll() ? 0 : WITH_COLUMNS);
    NodeNumbers.set(request, 0, flags);
    if (!columns.areAll()) {
      int[] bits = columns.bits();
      NodeNumbers.set(request, 1, bits.length);
      for (int i = 0; i < bits.length; i++) {
        NodeNumbers.set(request, 2L + i, bits[i]);
      }
    }
    return new RowRequest(degrees, columns, request.asSlice(headerBytes(columns)));
  }

  static RowRequest read(MemorySegment request) {
    int flags = NodeNumbers.at(request, 0);
    Columns columns = (flags & WITH_COLUMNS) == 0 ? Columns.ALL : readColumns(request);
    MemorySegment nodes = request.asSlice(headerBytes(columns));
    return new RowRequest((flags & WITH_DEGREES) != 0, columns, nodes);
  }

  private static Columns readColumns(MemorySegment request) {
    int[] bits = new int[NodeNumbers.at(request, 1)];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = NodeNumbers.at(request, 2L + i);
    }
    return Columns.ofBits(bits);
  }

  int count() {
    return Math.toIntExact(nodes.byteSize() / Integer.BYTES);
  }
}
