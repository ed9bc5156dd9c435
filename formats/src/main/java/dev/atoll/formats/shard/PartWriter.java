package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.graph.EdgeData;
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

/**
 * Writes the files of one part from a stream of its edges, for graphs that fit on no single
 * machine; without edge weights. Parts own contiguous ranges of nodes already, so the numbers of
 * the dataset are kept.
 *
 * <pre>{@code
 * try (var writer = new PartWriter(folder, book, part)) {
 *   edges.forEach(edge -> writer.edge(edge.target(), edge.source()));   // ascending
 *   WrittenPart written = writer.finish();
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
   * The counts and digests of a written part.
   *
   * @param edges edges into its core nodes
   * @param remoteEdges edges from nodes of other parts
   */
  public record WrittenPart(
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
   * Adds an edge; equal edges count once.
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
  public WrittenPart finish() throws IOException {
    flush();
    for (int i = 1; i < degrees.length; i++) {
      degrees[i] += degrees[i - 1];
    }
    ShardFiles files = files(folder);
    try (Arena passing = Arena.ofConfined()) {
      files.rows(
          part,
          degrees.length,
          starts -> MemorySegment.copy(degrees, 0, starts, JAVA_LONG_UNALIGNED, 0, degrees.length),
          channel.map(FileChannel.MapMode.READ_ONLY, 0, edges * Integer.BYTES, passing),
          EdgeData.NONE);
    }
    files.halo(part, halo);
    return new WrittenPart(part, edges, remoteEdges, halo.cardinality(), files.digests());
  }

  private static ShardFiles files(Path folder) {
    return new ShardFiles(
        Topology.PARTITIONED, (name, _, writer) -> writer.write(folder.resolve(name)));
  }

  /**
   * Writes the files that all parts share, which completes the folder.
   *
   * @param parts all parts, in order
   * @param origin description of the origin of the parts
   */
  public static void index(
      Path folder, PartitionBook book, List<WrittenPart> parts, Map<String, String> origin)
      throws IOException {
    ShardFiles files = files(folder);
    parts.forEach(part -> files.digests().putAll(part.digests()));
    files.originalIds(book.nodeCount(), node -> node);
    files.index(
        book,
        parts.stream().map(WrittenPart::edges).toList(),
        parts.stream().map(WrittenPart::haloNodes).toList(),
        origin,
        null);
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
