package dev.atoll.formats.shard;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.atoll.formats.FileDigest;
import dev.atoll.formats.PendingFolder;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.build.GraphOperations;
import dev.atoll.graph.build.Storage;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Topology;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Writes the shards of a partition; see the package for the files.
 *
 * @param origin where the parts come from, in words: kept with the shards
 * @param progress is told how many parts are written
 */
public record ShardWriter(
    Topology topology, int threads, Map<String, String> origin, IntConsumer progress) {
  public ShardWriter(Topology topology, int threads) {
    this(topology, threads, Map.of(), _ -> {});
  }

  /** Writes a new folder, whole or not at all. */
  public void write(CsrGraph graph, Partitioning partitioning, Path folder) throws IOException {
    if (partitioning.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "a partition of %d nodes does not fit a graph of %d"
              .formatted(partitioning.nodeCount(), graph.nodeCount()));
    }
    try (PendingFolder pending = PendingFolder.beside(folder);
        Arena passing = Arena.ofShared()) {
      var files = new ShardFiles(pending);
      PartitionBook book = PartitionBook.of(partitioning);
      Ordering order = PartitionBook.ordering(partitioning);
      CsrGraph renumbered =
          new GraphOperations(Storage.in(passing), threads).relabelled(graph, order);
      files.ints(ShardIndex.ORIGINAL_IDS, originalIds(order));
      if (topology == Topology.REPLICATED) {
        files.rows(renumbered, 0, renumbered.nodeCount(), 0);
      }
      for (int part = 0; part < book.parts(); part++) {
        if (topology == Topology.PARTITIONED) {
          files.rows(renumbered, book.first(part), book.first(part + 1), part);
        }
        files.halo(part, halo(renumbered, book, part));
        progress.accept(part + 1);
      }
      files.index(
          new ShardIndex(
              ShardIndex.VERSION,
              topology,
              graph.edgeCount(),
              book.firstNodes(),
              edges(renumbered, book),
              files.haloNodes,
              origin,
              files.digests));
      pending.publish();
    }
  }

  private static int[] originalIds(Ordering order) {
    int[] ids = new int[order.nodeCount()];
    for (int v = 0; v < ids.length; v++) {
      ids[v] = order.oldOf(v);
    }
    return ids;
  }

  private static List<Long> edges(CsrGraph graph, PartitionBook book) {
    return IntStream.range(0, book.parts())
        .mapToObj(part -> graph.rowStart(book.first(part + 1)) - graph.rowStart(book.first(part)))
        .toList();
  }

  /** In-neighbours that other parts own, ascending. */
  private static int[] halo(CsrGraph graph, PartitionBook book, int part) {
    long first = book.first(part);
    long end = book.first(part + 1);
    return LongStream.range(graph.rowStart(first), graph.rowStart(end))
        .map(graph::source)
        .filter(node -> node < first || node >= end)
        .mapToInt(node -> (int) node)
        .sorted()
        .distinct()
        .toArray();
  }

  /** The files of a folder in the making, and their digests. */
  private final class ShardFiles {
    private final PendingFolder folder;
    private final Map<String, String> digests = new TreeMap<>();
    private final List<Long> haloNodes = new ArrayList<>();

    ShardFiles(PendingFolder folder) {
      this.folder = folder;
    }

    void rows(CsrGraph graph, long first, long end, int part) throws IOException {
      long base = graph.rowStart(first);
      long[] starts = new long[(int) (end - first + 1)];
      for (int i = 0; i < starts.length; i++) {
        starts[i] = graph.rowStart(first + i) - base;
      }
      array(
          ShardIndex.rowStarts(topology, part),
          MemorySegment.ofArray(starts),
          NpyType.INT64,
          starts.length);
      long edges = starts[starts.length - 1];
      array(
          ShardIndex.neighbors(topology, part),
          graph.neighbors().asSlice(base * Integer.BYTES, edges * Integer.BYTES),
          NpyType.INT32,
          edges);
    }

    void halo(int part, int[] nodes) throws IOException {
      haloNodes.add((long) nodes.length);
      ints(ShardIndex.halo(part), nodes);
    }

    void ints(String name, int[] cells) throws IOException {
      array(name, MemorySegment.ofArray(cells), NpyType.INT32, cells.length);
    }

    private void array(String name, MemorySegment cells, NpyType type, long length)
        throws IOException {
      try (Arena passing = Arena.ofConfined()) {
        MemorySegment direct = passing.allocate(Math.max(1, cells.byteSize()), Long.BYTES);
        direct.copyFrom(cells);
        folder.write(
            name,
            cells.byteSize(),
            file -> {
              Npy.write(file, NpyArray.of(name, direct, type, length));
              return digests.put(name, FileDigest.of(file));
            });
      }
    }

    void index(ShardIndex index) throws IOException {
      byte[] json =
          new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(index);
      folder.write(ShardIndex.FILE, json.length, file -> Files.write(file, json));
    }
  }
}
