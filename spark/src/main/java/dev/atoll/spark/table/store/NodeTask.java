package dev.atoll.spark.table.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Writes features, labels and roles of the nodes of a part, from rows of {@code node, features,
 * label, split} in any order. Returns the numbers of training, validation and test nodes.
 */
public record NodeTask(SharedStorage storage, ArrayList<Long> firstNodes, int width)
    implements MapPartitionsFunction<Row, String> {

  public static String features(int part) {
    return "part-" + part + "-features.npy";
  }

  public static String labels(int part) {
    return "part-" + part + "-labels.npy";
  }

  public static String split(int part) {
    return "part-" + part + "-split.npy";
  }

  @Override
  public Iterator<String> call(Iterator<Row> rows) throws IOException {
    int part = TaskContext.getPartitionId();
    PartitionBook book = PartitionBook.ofFirstNodes(firstNodes);
    int count = book.coreCount(part);
    long[] roles = new long[Split.TEST + 1];
    try (var scratch = new ScratchFolder();
        Arena arena = Arena.ofConfined()) {
      MemorySegment features =
          mappedMemory(scratch.path().resolve("rows"), (long) count * width * Float.BYTES, arena);
      MemorySegment labels = arena.allocate((long) count * Integer.BYTES, Integer.BYTES);
      MemorySegment split = arena.allocate(count);
      while (rows.hasNext()) {
        Row row = rows.next();
        long place = row.getLong(0) - book.first(part);
        List<Float> elements = row.isNullAt(1) ? List.of() : row.getList(1);
        for (int c = 0; c < elements.size(); c++) {
          features.setAtIndex(JAVA_FLOAT, place * width + c, elements.get(c));
        }
        labels.setAtIndex(JAVA_INT, place, row.isNullAt(2) ? -1 : row.getInt(2));
        byte role = role(row.isNullAt(3) ? "" : row.getString(3));
        split.set(JAVA_BYTE, place, role);
        if (role != Split.NONE) {
          roles[role]++;
        }
      }
      put(scratch, features(part), NpyArray.of("", features, NpyType.FLOAT32, count, width));
      put(scratch, labels(part), NpyArray.of("", labels, NpyType.INT32, count));
      put(scratch, split(part), NpyArray.of("", split, NpyType.INT8, count));
    }
    return List.of(Arrays.stream(roles).mapToObj(Long::toString).collect(Collectors.joining(" ")))
        .iterator();
  }

  /** The number of nodes of a part by role, from the line of its task. */
  static List<Long> counts(String line) {
    return Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
  }

  /** Memory of a mapped file, which the system may write to disk. */
  private static MemorySegment mappedMemory(Path file, long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  private static byte role(String name) {
    return (byte)
        switch (name) {
          case "train" -> Split.TRAIN;
          case "validation", "val" -> Split.VALIDATION;
          case "test" -> Split.TEST;
          default -> Split.NONE;
        };
  }

  private void put(ScratchFolder scratch, String name, NpyArray array) throws IOException {
    Path file = scratch.path().resolve(name);
    Npy.write(file, array);
    storage.put(file, name);
  }
}
