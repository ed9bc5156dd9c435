package dev.atoll.spark.table.store;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.formats.shard.PartWriter;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.spark.table.number.KeySorter;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;

/**
 * Writes the topology of the part whose number is that of the task, from edges as {@link
 * NodeAssignments#edge} gives them, in any order. Returns a line that describes the written files.
 */
record EdgeTask(SharedStorage storage, ArrayList<Long> firstNodes)
    implements MapPartitionsFunction<Long, String> {
  /** The size of a buffer: 32 MiB. */
  private static final int SORTED_IN_MEMORY = 1 << 22;

  private static final long SOURCE = (1L << Integer.SIZE) - 1;

  @Override
  public Iterator<String> call(Iterator<Long> edges) throws IOException {
    int part = TaskContext.getPartitionId();
    try (var scratch = new ScratchFolder();
        var sorter = new KeySorter(scratch.path(), SORTED_IN_MEMORY);
        var writer = new PartWriter(scratch.path(), PartitionBook.ofFirstNodes(firstNodes), part)) {
      while (edges.hasNext()) {
        sorter.add(edges.next());
      }
      sorter.drain(edge -> writer.edge(edge >>> Integer.SIZE, edge & SOURCE));
      PartWriter.WrittenPart written = writer.finish();
      for (String name : written.digests().keySet()) {
        storage.put(scratch.path().resolve(name), name);
      }
      return List.of(new ObjectMapper().writeValueAsString(written)).iterator();
    }
  }

  static PartWriter.WrittenPart read(String line) throws IOException {
    return new ObjectMapper().readValue(line, PartWriter.WrittenPart.class);
  }
}
