package dev.atoll.formats.shard;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.atoll.formats.FileDigest;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Topology;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Writes the files of one part from its edges alone, one after the other: for graphs that no
 * machine holds whole. Nodes have the numbers that parts are made of already, so those of the
 * dataset are the same.
 *
 * <pre>{@code
 * try (var writer = new PartWriter(folder, book, part)) {
 *   edges.forEach(edge -> writer.edge(edge.target(), edge.source()));   // ascending
 *   Part written = writer.finish();
 * }
 * PartWriter.index(folder, book, parts, origin);                        // once, at the end
 * }</pre>
 */
public final class PartWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path folder;
  private final PartitionBook book;
  private final int part;
  private final long first;
  private final long[] degrees;
  private final BitSet halo = new BitSet();
  private final Path spill;
  private final FileChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long lastTarget = -1;
  private long lastSource = -1;
  private long edges;
  private long remoteEdges;

  /**
   * What was written of one part.
   *
   * @param edges into its core nodes
   * @param remoteEdges those of them that come from other parts
   */
  public record Part(
      int part, long edges, long remoteEdges, long haloNodes, Map<String, String> digests) {}

  /** Begins a part in a folder that is there. */
  public PartWriter(Path folder, PartitionBook book, int part) throws IOException {
    this.folder = folder;
    this.book = book;
    this.part = part;
    first = book.first(part);
    degrees = new long[book.coreCount(part) + 1];
    spill = folder.resolve("part-" + part + ".edges");
    channel =
        FileChannel.open(
            spill,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /**
   * Adds an edge; equal ones count once.
   *
   * @param target a core node of the part; edges come in ascending order of target, then source
   */
  public void edge(long target, long source) throws IOException {
    if (target < lastTarget || (target == lastTarget && source < lastSource)) {
      throw new IllegalArgumentException(
          "edge %d → %d after %d → %d: edges must ascend by target, then source"
              .formatted(source, target, lastSource, lastTarget));
    }
    if (target == lastTarget && source == lastSource) {
      return;
    }
    lastTarget = target;
    lastSource = source;
    degrees[Math.toIntExact(target - first) + 1]++;
    if (book.owner(source) != part) {
      halo.set(Math.toIntExact(source));
      remoteEdges++;
    }
    if (!buffer.hasRemaining()) {
      flush();
    }
    buffer.putInt((int) source);
    edges++;
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /** Completes the files. */
  public Part finish() throws IOException {
    flush();
    Map<String, String> digests = new TreeMap<>();
    for (int i = 1; i < degrees.length; i++) {
      degrees[i] += degrees[i - 1];
    }
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment starts = passing.allocate((long) degrees.length * Long.BYTES, Long.BYTES);
      starts.copyFrom(MemorySegment.ofArray(degrees));
      write(ShardIndex.rowStarts(Topology.PARTITIONED, part), starts, NpyType.INT64, digests);
      MemorySegment sources =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, edges * Integer.BYTES, passing);
      write(ShardIndex.neighbors(Topology.PARTITIONED, part), sources, NpyType.INT32, digests);
      write(ShardIndex.halo(part), ints(halo.stream(), passing), NpyType.INT32, digests);
    }
    return new Part(part, edges, remoteEdges, halo.cardinality(), digests);
  }

  private void write(String name, MemorySegment cells, NpyType type, Map<String, String> digests)
      throws IOException {
    digests.put(name, write(folder, name, cells, type));
  }

  private static String write(Path folder, String name, MemorySegment cells, NpyType type)
      throws IOException {
    Path file = folder.resolve(name);
    Npy.write(file, NpyArray.of(name, cells, type, cells.byteSize() / type.bytes()));
    return FileDigest.of(file);
  }

  private static MemorySegment ints(IntStream values, Arena arena) {
    int[] cells = values.toArray();
    MemorySegment direct = arena.allocate((long) cells.length * Integer.BYTES, Integer.BYTES);
    direct.copyFrom(MemorySegment.ofArray(cells));
    return direct;
  }

  /**
   * Writes what all parts have in common; the folder is complete with it.
   *
   * @param parts all of them, in order
   * @param origin where the parts come from, in words
   */
  public static void index(
      Path folder, PartitionBook book, List<Part> parts, Map<String, String> origin)
      throws IOException {
    Map<String, String> digests = new TreeMap<>();
    parts.forEach(part -> digests.putAll(part.digests()));
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment same = ints(IntStream.range(0, Math.toIntExact(book.nodeCount())), passing);
      digests.put(
          ShardIndex.ORIGINAL_IDS, write(folder, ShardIndex.ORIGINAL_IDS, same, NpyType.INT32));
    }
    var index =
        new ShardIndex(
            ShardIndex.VERSION,
            Topology.PARTITIONED,
            parts.stream().mapToLong(Part::edges).sum(),
            book.firstNodes(),
            parts.stream().map(Part::edges).toList(),
            parts.stream().map(Part::haloNodes).toList(),
            origin,
            digests);
    byte[] json =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(index);
    Files.write(folder.resolve(ShardIndex.FILE), json);
  }

  /** The names of the files that {@link #index} writes. */
  public static List<String> commonFiles() {
    return List.of(ShardIndex.ORIGINAL_IDS, ShardIndex.FILE);
  }

  /** The names of the files that only the worker of a part needs. */
  public static List<String> filesOf(int part) {
    return List.of(
        ShardIndex.rowStarts(Topology.PARTITIONED, part),
        ShardIndex.neighbors(Topology.PARTITIONED, part),
        ShardIndex.halo(part));
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(spill);
  }
}
