package dev.atoll.spark.table.number;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts any number of keys in bounded memory: sorted runs go to a folder, and are merged at the
 * end.
 */
public final class KeySorter implements AutoCloseable {
  private final Path folder;
  private final long[] keys;
  private final Arena arena = Arena.ofConfined();
  private final List<Run> runs = new ArrayList<>();
  private int filled;

  /**
   * Creates an empty sorter.
   *
   * @param folder for the runs
   * @param inMemory the largest number of keys in memory
   */
  public KeySorter(Path folder, int inMemory) {
    this.folder = folder;
    this.keys = new long[inMemory];
  }

  /** Gets keys in ascending order. */
  @FunctionalInterface
  public interface Taker {
    void take(long key) throws IOException;
  }

  public void add(long key) throws IOException {
    if (filled == keys.length) {
      spill();
    }
    keys[filled++] = key;
  }

  private void spill() throws IOException {
    Arrays.sort(keys, 0, filled);
    Path file = folder.resolve("run-" + runs.size());
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment run =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) filled * Long.BYTES, arena);
      MemorySegment.copy(keys, 0, run, ValueLayout.JAVA_LONG, 0, filled);
      runs.add(new Run(run));
    }
    Files.delete(file); // its bytes stay until they are unmapped
    filled = 0;
  }

  /** Passes all keys in ascending order, repeated ones as often as they were added. */
  public void drain(Taker taker) throws IOException {
    Arrays.sort(keys, 0, filled);
    var last = new Run(MemorySegment.ofArray(keys).asSlice(0, (long) filled * Long.BYTES));
    var heap = new ArrayList<>(runs);
    heap.add(last);
    heap.removeIf(Run::isEmpty);
    merge(heap.toArray(Run[]::new), taker);
  }

  /** Merges the runs by a heap, with the run of the least key on top. */
  private static void merge(Run[] heap, Taker taker) throws IOException {
    int size = heap.length;
    Arrays.sort(heap, (a, b) -> Long.compare(a.key, b.key));
    while (size > 0) {
      Run least = heap[0];
      taker.take(least.key);
      if (!least.advance()) {
        heap[0] = heap[--size];
      }
      sink(heap, size);
    }
  }

  /** Sifts the first run down in the heap. */
  private static void sink(Run[] heap, int size) {
    Run sinking = heap[0];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1].key < heap[child].key) {
        child++;
      }
      if (heap[child].key >= sinking.key) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = sinking;
  }

  /** A run of sorted keys, read sequentially. */
  private static final class Run {
    private final MemorySegment keys;
    private long next;
    private long key;

    Run(MemorySegment keys) {
      this.keys = keys;
      advance();
    }

    boolean isEmpty() {
      return keys.byteSize() == 0;
    }

    /** Advances to the next key; false at the end. */
    private boolean advance() {
      if (next == keys.byteSize()) {
        return false;
      }
      key = keys.get(ValueLayout.JAVA_LONG, next);
      next += Long.BYTES;
      return true;
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
