package dev.atoll.spark.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.graph.partition.shard.PartWriter;
import dev.atoll.graph.partition.shard.PartitionBook;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Writes the topology of the part whose number is that of the task, from rows of {@code target,
 * source} in ascending order. Gives a line that says what was written.
 */
record EdgeTask(Storage storage, ArrayList<Long> firstNodes)
    implements MapPartitionsFunction<Row, String> {

  @Override
  public Iterator<String> call(Iterator<Row> rows) throws IOException {
    int part = TaskContext.getPartitionId();
    try (var scratch = new Scratch();
        var writer = new PartWriter(scratch.path(), PartitionBook.ofFirstNodes(firstNodes), part)) {
      while (rows.hasNext()) {
        Row row = rows.next();
        writer.edge(row.getLong(0), row.getLong(1));
      }
      PartWriter.Part written = writer.finish();
      for (String name : written.digests().keySet()) {
        storage.put(scratch.path().resolve(name), name);
      }
      return List.of(new ObjectMapper().writeValueAsString(written)).iterator();
    }
  }

  static PartWriter.Part read(String line) throws IOException {
    return new ObjectMapper().readValue(line, PartWriter.Part.class);
  }
}
