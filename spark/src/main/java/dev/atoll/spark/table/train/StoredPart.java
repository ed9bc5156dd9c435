package dev.atoll.spark.table.train;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.shard.PartWriter;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.store.LinkInfo;
import dev.atoll.spark.table.store.LinkTask;
import dev.atoll.spark.table.store.NodeTask;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * One worker's share of a stored graph, brought to its disk: its shard, its feature rows, and the
 * labels and splits of all nodes.
 *
 * @param local the folder it is brought to
 */
record StoredPart(SharedStorage storage, GraphInfo info, int part, Path local) {
  private static final String SPLIT = "split";

  /** Fetches the files of the shard, which can then be opened in the local folder. */
  void fetchShard() throws IOException {
    for (String name : PartWriter.commonFiles()) {
      storage.fetch(name, local);
    }
    for (String name : PartWriter.filesOf(part)) {
      storage.fetch(name, local);
    }
  }

  /** The data of a worker besides its shard. */
  StoredData data() throws IOException {
    Arena arena = Arena.ofShared();
    try {
      int nodes = CsrGraph.requireNodeCount(info.nodes());
      return new StoredData(
          nodes,
          Math.toIntExact(info.firstNodes().get(part)),
          features(arena),
          new Labels.Single(nodes, info.classes(), joined(NodeTask::labels, arena)),
          new Split(SPLIT, nodes, joined(NodeTask::split, arena)),
          Optional.empty(),
          arena);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /**
   * Adds the training links of this worker to its data; the first worker also has the validation
   * and test links.
   */
  StoredData withLinks(StoredData data, LinkInfo links) throws IOException {
    long asked = part == 0 ? links.heldOut() : 0;
    long count = asked + links.training().get(part);
    if (count > Integer.MAX_VALUE) {
      throw new BadDataException(
          "part %d has %d links: expected at most %d; cut the graph into more parts"
              .formatted(part, count, Integer.MAX_VALUE));
    }
    MemorySegment roles = links(LinkTask.ColumnFile.ROLES, asked, count, data.memory());
    MemorySegment narrow = file("roles", Math.max(1, count), data.memory());
    for (long link = 0; link < count; link++) {
      narrow.set(JAVA_BYTE, link, (byte) roles.getAtIndex(JAVA_INT, link));
    }
    return data.with(
        new Links(
            (int) count,
            links(LinkTask.ColumnFile.HEADS, asked, count, data.memory()),
            links(LinkTask.ColumnFile.TAILS, asked, count, data.memory()),
            Optional.empty(),
            1,
            narrow,
            true,
            OptionalLong.of(links.first(part))));
  }

  /** A column of the validation and test links, if there are any, followed by this part's own. */
  private MemorySegment links(LinkTask.ColumnFile column, long asked, long count, Arena arena)
      throws IOException {
    MemorySegment all = file(column.name(), Math.max(1, count) * Integer.BYTES, arena);
    if (asked > 0) {
      copy(column.file(true, part), all, 0);
    }
    copy(column.file(false, part), all, asked * Integer.BYTES);
    return all;
  }

  private void copy(String name, MemorySegment into, long at) throws IOException {
    try (Arena passing = Arena.ofConfined()) {
      NpyArray values = Npy.map(storage.fetch(name, local), passing);
      MemorySegment.copy(values.data(), 0, into, at, values.elementCount() * values.type().bytes());
    }
  }

  /** The rows of this part's nodes. */
  private Features features(Arena arena) throws IOException {
    NpyArray own = Npy.map(storage.fetch(NodeTask.features(part), local), arena);
    long rows = info.firstNodes().get(part + 1) - info.firstNodes().get(part);
    return new Features.Dense(rows, info.width(), Features.Element.F32, own.data());
  }

  /** Creates a file in memory. */
  private MemorySegment file(String name, long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            local.resolve(name),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  private MemorySegment joined(IntFunction<String> fileOf, Arena arena) throws IOException {
    MemorySegment all = null;
    long next = 0;
    for (int p = 0; p < info.parts(); p++) {
      try (Arena passing = Arena.ofConfined()) {
        NpyArray one = Npy.map(storage.fetch(fileOf.apply(p), local), passing);
        int elementBytes = one.type().bytes();
        all = all == null ? arena.allocate(info.nodes() * elementBytes, elementBytes) : all;
        MemorySegment.copy(one.data(), 0, all, next, one.elementCount() * elementBytes);
        next += one.elementCount() * elementBytes;
      }
    }
    return all;
  }
}
