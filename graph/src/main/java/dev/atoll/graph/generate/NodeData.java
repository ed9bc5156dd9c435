package dev.atoll.graph.generate;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Features, labels and splits of a generated graph, row by row. Any rows can be asked for, in any
 * order and on any thread, so that they can be streamed into files.
 */
public interface NodeData {
  long rows();

  int featureWidth();

  int classes();

  /** Writes as many whole float32 rows as fit, the first of them that of {@code firstRow}. */
  void features(long firstRow, MemorySegment rows);

  /** Writes as many int32 classes as fit; −1 where the class is unknown. */
  void labels(long firstRow, MemorySegment classes);

  /** Writes as many int8 roles of {@link Split} as fit. */
  void split(long firstRow, MemorySegment roles);

  /** Fills an array of rows of {@code rowBytes} each on several threads. */
  static void fill(int threads, MemorySegment all, long rowBytes, RowWriter writer) {
    if (all.byteSize() == 0) {
      return;
    }
    long rowsPerChunk = Math.max(1, (1 << 20) / rowBytes);
    Parallel.forEachRange(
        threads,
        all.byteSize() / rowBytes,
        rowsPerChunk,
        (from, to) -> writer.write(from, all.asSlice(from * rowBytes, (to - from) * rowBytes)));
  }

  /** One of the methods above. */
  @FunctionalInterface
  interface RowWriter {
    void write(long firstRow, MemorySegment rows);
  }

  /** The graph with all of this, in memory of the arena, which the dataset then owns. */
  default Dataset inMemory(String name, CsrGraph graph, Arena arena, int threads) {
    long rowBytes = (long) featureWidth() * Float.BYTES;
    MemorySegment features = arena.allocate(rows() * rowBytes, 64);
    MemorySegment labels = arena.allocate(rows() * Integer.BYTES, 64);
    MemorySegment split = arena.allocate(rows(), 64);
    fill(threads, features, rowBytes, this::features);
    fill(threads, labels, Integer.BYTES, this::labels);
    fill(threads, split, 1, this::split);
    return Dataset.of(name, graph, arena)
        .with(new Features.Dense(rows(), featureWidth(), Features.Element.F32, features))
        .with(new Labels.Single(rows(), classes(), labels))
        .withSplits(Map.of("split", new Split("split", rows(), split)));
  }
}
