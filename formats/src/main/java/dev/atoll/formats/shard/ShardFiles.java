package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.files.FileDigest;
import dev.atoll.formats.JsonSeal;
import dev.atoll.formats.PendingFolder.FileWriter;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyHeader;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Topology;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/** Writes the files of a shard folder, one by one, and remembers their digests. */
final class ShardFiles {
  private final Topology topology;
  private final Folder folder;
  private final Map<String, String> digests = new TreeMap<>();

  ShardFiles(Topology topology, Folder folder) {
    this.topology = topology;
    this.folder = folder;
  }

  /** The folder that files go to. */
  @FunctionalInterface
  interface Folder {
    void write(String name, long bytes, FileWriter<?> writer) throws IOException;
  }

  /** The digests of all files written so far, by name. */
  Map<String, String> digests() {
    return digests;
  }

  /**
   * Writes the edges of a part, or of the whole graph when the topology is replicated.
   *
   * @param startCount row starts, one more than rows
   * @param starts fills in row starts, int64, the first of which is 0
   * @param neighbors in-neighbours, int32
   * @param data of the edges
   */
  void rows(
      int part,
      long startCount,
      Consumer<MemorySegment> starts,
      MemorySegment neighbors,
      EdgeData data)
      throws IOException {
    filled(ShardIndex.rowStarts(topology, part), NpyType.INT64, starts, startCount);
    array(ShardIndex.neighbors(topology, part), neighbors, NpyType.INT32);
    if (data.weights().isPresent()) {
      array(ShardIndex.weights(topology, part), data.weights().get(), NpyType.FLOAT32);
    }
  }

  void halo(int part, BitSet nodes) throws IOException {
    MemorySegment numbers = MemorySegment.ofArray(nodes.stream().toArray());
    array(ShardIndex.halo(part), numbers, NpyType.INT32);
  }

  /** Writes the number that each node has in the user's dataset. */
  void originalIds(int nodes, IntUnaryOperator idOf) throws IOException {
    filled(
        ShardIndex.ORIGINAL_IDS,
        NpyType.INT32,
        ids -> {
          for (int node = 0; node < nodes; node++) {
            ids.setAtIndex(JAVA_INT_UNALIGNED, node, idOf.applyAsInt(node));
          }
        },
        nodes);
  }

  private void array(String name, MemorySegment values, NpyType type) throws IOException {
    array(name, values, type, values.byteSize() / type.bytes());
  }

  /** Writes an array that is in memory. */
  void array(String name, MemorySegment values, NpyType type, long... shape) throws IOException {
    NpyArray array = NpyArray.of(name, values, type, shape);
    folder.write(
        name,
        array.header().dataBytes(),
        file -> {
          Npy.write(file, array);
          return digests.put(name, FileDigest.of(file));
        });
  }

  /** Writes an array by filling its mapped file in place, for arrays larger than memory. */
  void filled(String name, NpyType type, Consumer<MemorySegment> content, long... shape)
      throws IOException {
    NpyHeader header = NpyHeader.of(type, shape);
    folder.write(
        name,
        header.dataBytes(),
        file -> {
          try (Arena passing = Arena.ofConfined()) {
            content.accept(Npy.create(file, header, passing));
          }
          return digests.put(name, FileDigest.of(file));
        });
  }

  /**
   * Writes the index, which completes the folder.
   *
   * @param nodes null if the folder has edges only
   */
  void index(
      PartitionBook book,
      List<Long> partEdges,
      List<Long> haloNodes,
      Map<String, String> origin,
      NodeIndex nodes)
      throws IOException {
    var index =
        new ShardIndex(
            ShardIndex.VERSION,
            topology,
            partEdges.stream().mapToLong(Long::longValue).sum(),
            book.firstNodes(),
            partEdges,
            haloNodes,
            origin,
            digests,
            nodes);
    String json = JsonSeal.text(index);
    folder.write(ShardIndex.FILE, json.length(), file -> Files.writeString(file, json));
  }
}
