package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.EdgeData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The storage of a graph under construction: memory, or mapped files. Arrays are asked for once,
 * with their final length, by the names of {@link CsrBuilder} and {@link EdgeData}. Segments must
 * be usable from any thread and aligned to their elements; their initial content does not matter.
 */
public interface Storage extends EdgeData.Columns {
  /** An array of {@code count} int64 elements. */
  MemorySegment longs(String name, long count);

  /** An array of {@code count} int32 elements. */
  MemorySegment ints(String name, long count);

  /**
   * A buffer for intermediate results, aligned to 8 bytes, that is released when the arena closes.
   * A storage of files puts it into a temporary file, so that big graphs do not need big memories.
   */
  MemorySegment scratch(Arena until, long bytes);

  /** Memory of the given arena, which must let all threads in (shared, automatic or global). */
  static Storage in(Arena arena) {
    return new Storage() {
      @Override
      public MemorySegment longs(String name, long count) {
        return arena.allocate(JAVA_LONG, count);
      }

      @Override
      public MemorySegment ints(String name, long count) {
        return arena.allocate(JAVA_INT, count);
      }

      @Override
      public MemorySegment floats(String name, long count) {
        return arena.allocate(JAVA_FLOAT, count);
      }

      @Override
      public MemorySegment scratch(Arena until, long bytes) {
        return until.allocate(bytes, Long.BYTES);
      }
    };
  }
}
