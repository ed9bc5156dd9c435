package dev.atoll.spark.table.number;

import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;

/** Writes a chunk of hashes that come in ascending order. */
record HashTask(SharedStorage folder) implements MapPartitionsFunction<Long, String> {
  /**
   * The file that a task has written.
   *
   * @param repeated hashes that occurred several times
   * @param examples a few of them
   */
  record Chunk(long count, long repeated, List<Long> examples) {
    private static final int MANY = 1000;

    private String toLine() {
      return count
          + " "
          + repeated
          + examples.stream().map(hash -> " " + hash).collect(Collectors.joining());
    }

    static Chunk of(String line) {
      List<Long> numbers = Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
      return new Chunk(numbers.get(0), numbers.get(1), numbers.subList(2, numbers.size()));
    }
  }

  static String file(int chunk) {
    return "chunk-" + chunk;
  }

  @Override
  public Iterator<String> call(Iterator<Long> hashes) throws IOException {
    String name = file(TaskContext.getPartitionId());
    try (var scratch = new ScratchFolder()) {
      Path file = scratch.path().resolve(name);
      Chunk chunk = write(hashes, file);
      folder.put(file, name);
      return List.of(chunk.toLine()).iterator();
    }
  }

  private static Chunk write(Iterator<Long> hashes, Path file) throws IOException {
    long count = 0;
    long repeated = 0;
    var examples = new ArrayList<Long>();
    boolean first = true;
    boolean again = false;
    long last = 0;
    try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      while (hashes.hasNext()) {
        long hash = hashes.next();
        boolean same = !first && hash == last;
        if (same && !again) {
          repeated++;
          if (examples.size() < Chunk.MANY) {
            examples.add(hash);
          }
        }
        again = same;
        first = false;
        last = hash;
        out.writeLong(hash);
        count++;
      }
    }
    return new Chunk(count, repeated, examples);
  }
}
