package dev.atoll.spark.table.store;

import dev.atoll.graph.BadDataException;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Writes the parts of a range of nodes, from rows of {@code number, part} in any order. Returns the
 * number of nodes by part.
 *
 * @param range nodes of one task
 */
record PartTask(SharedStorage folder, long nodes, int parts, int range)
    implements MapPartitionsFunction<Row, String> {
  static String file(int task) {
    return "range-" + task;
  }

  @Override
  public Iterator<String> call(Iterator<Row> rows) throws IOException {
    int task = TaskContext.getPartitionId();
    long first = (long) task * range;
    int[] places = new int[(int) Math.min(range, nodes - first)];
    Arrays.fill(places, -1);
    long[] counts = new long[parts];
    while (rows.hasNext()) {
      Row row = rows.next();
      int part = row.getInt(1);
      places[Math.toIntExact(row.getLong(0) - first)] = part;
      counts[part]++;
    }
    requireAll(places, first);
    try (var scratch = new ScratchFolder()) {
      Path file = scratch.path().resolve(file(task));
      ByteBuffer bytes = ByteBuffer.allocate(places.length * Integer.BYTES);
      bytes.asIntBuffer().put(places);
      Files.write(file, bytes.array());
      folder.put(file, file(task));
    }
    return List.of(Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(" ")))
        .iterator();
  }

  private static void requireAll(int[] places, long first) {
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0) {
        throw new BadDataException("the cut gives no part to node number " + (first + i));
      }
    }
  }
}
