package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.files.FileDigest;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.JsonSeal;
import dev.atoll.formats.array.ArrayChecks;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.ShardSource;
import dev.atoll.graph.partition.shard.Topology;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A folder of shards. Every file is checked against its digest before it is mapped; workers of one
 * process share this object, so that each file is read for it once.
 *
 * <pre>{@code
 * ShardFolder shards = ShardFolder.open(folder);
 * try (Arena arena = Arena.ofShared()) {
 *   Shard mine = shards.shard(rank, arena);
 * }
 * }</pre>
 */
public final class ShardFolder implements ShardSource {
  /** The name of the file that describes the others. */
  public static final String INDEX = ShardIndex.FILE;

  private static final String REMEDY = "cut the dataset again";

  private final Path folder;
  private final ShardIndex index;
  private final PartitionBook book;
  private final Map<String, CheckedFile> files = new HashMap<>();

  private ShardFolder(Path folder, ShardIndex index, PartitionBook book) {
    this.folder = folder;
    this.index = index;
    this.book = book;
    for (Map.Entry<String, String> file : index.digests().entrySet()) {
      Path path = folder.resolve(file.getKey());
      files.put(file.getKey(), new CheckedFile(path, file.getValue(), FileDigest::of));
    }
  }

  /** Reads the index of a folder. */
  public static ShardFolder open(Path folder) throws IOException {
    Path file = folder.resolve(ShardIndex.FILE);
    if (!Files.exists(file)) {
      throw BadDataException.at(
          folder,
          "not a folder of shards: it has no " + ShardIndex.FILE + "; cut the dataset first");
    }
    try {
      ShardIndex index =
          JsonFile.value(
              JsonSeal.open(file, JsonFile.tree(file, Files.readAllBytes(file)), REMEDY),
              ShardIndex.class,
              file);
      if (index.version() != ShardIndex.VERSION) {
        throw BadDataException.at(
            file,
            "version %d; expected %d: cut the dataset again"
                .formatted(index.version(), ShardIndex.VERSION));
      }
      return new ShardFolder(folder, index, PartitionBook.ofFirstNodes(index.firstNodes()));
    } catch (IllegalArgumentException e) {
      throw new BadDataException(
          file + ": " + e.getMessage() + "; the file is damaged: " + REMEDY, e);
    }
  }

  @Override
  public PartitionBook book() {
    return book;
  }

  @Override
  public Topology topology() {
    return index.topology();
  }

  @Override
  public String digest() throws IOException {
    return FileDigest.of(folder.resolve(ShardIndex.FILE));
  }

  /** Directed edges of the whole graph. */
  public long edgeCount() {
    return index.edges();
  }

  /** Whether this is a graph of as many nodes, each with as many in-edges. */
  public boolean isOf(CsrGraph graph) throws IOException {
    if (graph.nodeCount() != book.nodeCount() || graph.edgeCount() != edgeCount()) {
      return false;
    }
    try (Arena passing = Arena.ofShared()) {
      MemorySegment original = originalIds(passing);
      boolean same = true;
      for (int part = 0; same && part < (replicated() ? 1 : book.parts()); part++) {
        MemorySegment starts = rowStarts(part, passing).data();
        for (int row = 0; same && row < rowCount(part); row++) {
          int node = original.getAtIndex(JAVA_INT_UNALIGNED, firstRow(part) + row);
          long degree =
              starts.getAtIndex(JAVA_LONG_UNALIGNED, row + 1L)
                  - starts.getAtIndex(JAVA_LONG_UNALIGNED, row);
          same = degree == graph.inDegree(node);
        }
      }
      return same;
    }
  }

  private boolean replicated() {
    return topology() == Topology.REPLICATED;
  }

  private int firstRow(int part) {
    return replicated() ? 0 : book.first(part);
  }

  private int rowCount(int part) {
    return replicated() ? book.nodeCount() : book.coreCount(part);
  }

  private NpyArray rowStarts(int part, Arena arena) throws IOException {
    return map(ShardIndex.rowStarts(topology(), part), arena)
        .require(rowCount(part) + 1L)
        .require(NpyType.INT64);
  }

  /** Edges into the core nodes of a part. */
  public long edgeCount(int part) {
    return index.partEdges().get(part);
  }

  /** Nodes of other parts that the core nodes of a part read. */
  public long haloCount(int part) {
    return index.haloNodes().get(part);
  }

  /** The origin of the parts in words: dataset, partitioner and the like. */
  public Map<String, String> origin() {
    return Collections.unmodifiableMap(index.origin());
  }

  /** Bytes of the files that a worker with this part maps. */
  public long bytes(int part) throws IOException {
    long bytes = 0;
    for (String name : files(part)) {
      bytes += Files.size(present(name).path());
    }
    return bytes;
  }

  private List<String> files(int part) {
    Stream<String> always =
        Stream.of(
            ShardIndex.rowStarts(topology(), part),
            ShardIndex.neighbors(topology(), part),
            ShardIndex.halo(part));
    Stream<String> weights =
        weighted(part) ? Stream.of(ShardIndex.weights(topology(), part)) : Stream.empty();
    Stream<String> features = NodeIndex.featureFiles(part).filter(index.digests()::containsKey);
    return Stream.of(always, weights, features).flatMap(files -> files).toList();
  }

  /** The names of all files that a worker with this part reads, the index first. */
  public List<String> filesOf(int part) {
    Stream<String> own =
        index.digests().keySet().stream()
            .filter(name -> !name.startsWith("part-") || name.startsWith("part-" + part + "-"));
    return Stream.concat(Stream.of(ShardIndex.FILE), own).toList();
  }

  /** Whether the folder has the features of each part's nodes, and labels and splits. */
  public boolean hasNodes() {
    return index.nodes() != null;
  }

  /**
   * The node data of a part; its memory lives as long as the arena.
   *
   * @throws BadDataException if the folder has edges only
   */
  public ShardNodes nodes(int part, Arena arena) throws IOException {
    if (!hasNodes()) {
      throw BadDataException.at(
          folder, "shards of edges alone; expected features beside them: cut the dataset again");
    }
    return new NodeReader(
            index.nodes(), part, book.coreCount(part), book.nodeCount(), name -> map(name, arena))
        .read();
  }

  /** Whether the edges of a part have weights. */
  private boolean weighted(int part) {
    return index.digests().containsKey(ShardIndex.weights(topology(), part));
  }

  /** Compares every file with its digest. */
  public void verify() throws IOException {
    for (String name : index.digests().keySet()) {
      present(name).check();
    }
  }

  /** Whether a folder has the index of shards. */
  public static boolean isAt(Path folder) {
    return Files.isRegularFile(folder.resolve(ShardIndex.FILE));
  }

  @Override
  public Shard shard(int part, Arena arena) throws IOException {
    NpyArray starts = rowStarts(part, arena);
    NpyArray neighbors =
        map(ShardIndex.neighbors(topology(), part), arena).require(-1).require(NpyType.INT32);
    var bare =
        new RowSlice(
            firstRow(part), rowCount(part), book.nodeCount(), starts.data(), neighbors.data());
    RowSlice rows = weighted(part) ? bare.withWeights(weights(part, bare, arena)) : bare;
    shardFiles(part).rows(rows);
    return new Shard(part, book, rows, nodes(ShardIndex.halo(part), -1, arena));
  }

  @Override
  public boolean isComplete() {
    return IntStream.range(0, book.parts())
        .mapToObj(part -> ShardIndex.neighbors(topology(), part))
        .allMatch(name -> Files.exists(folder.resolve(name)));
  }

  /** Checks that name the files of a part. */
  private ArrayChecks shardFiles(int part) {
    return new ArrayChecks(
        folder,
        Map.of(
            CsrBuilder.INDPTR,
            folder.resolve(ShardIndex.rowStarts(topology(), part)).toString(),
            CsrBuilder.INDICES,
            folder.resolve(ShardIndex.neighbors(topology(), part)).toString(),
            EdgeData.WEIGHTS,
            folder.resolve(ShardIndex.weights(topology(), part)).toString()));
  }

  private MemorySegment weights(int part, RowSlice rows, Arena arena) throws IOException {
    return map(ShardIndex.weights(topology(), part), arena)
        .require(rows.edgeCount())
        .require(NpyType.FLOAT32)
        .data();
  }

  @Override
  public Ordering ordering() throws IOException {
    try (Arena passing = Arena.ofShared()) {
      return Ordering.ofNewToOld(originalIds(passing).toArray(JAVA_INT_UNALIGNED));
    }
  }

  @Override
  public NodeNumbering numbering(Arena arena) throws IOException {
    return NodeNumbering.of(originalIds(arena));
  }

  private MemorySegment originalIds(Arena arena) throws IOException {
    return nodes(ShardIndex.ORIGINAL_IDS, book.nodeCount(), arena);
  }

  /** A file of node numbers; a count of −1 is any. */
  private MemorySegment nodes(String name, long count, Arena arena) throws IOException {
    NpyArray nodes = map(name, arena).require(count).require(NpyType.INT32);
    new ArrayChecks(folder, Map.of())
        .within(name.replace(".npy", ""), nodes.data(), nodes.elementCount(), book.nodeCount());
    return nodes.data();
  }

  private NpyArray map(String name, Arena arena) throws IOException {
    return Npy.map(present(name).check(), arena);
  }

  private CheckedFile present(String name) {
    CheckedFile file = files.get(name);
    if (file == null || !Files.exists(file.path())) {
      throw BadDataException.at(folder.resolve(name), "missing; cut the dataset again");
    }
    return file;
  }
}
