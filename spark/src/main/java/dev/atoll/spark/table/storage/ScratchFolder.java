package dev.atoll.spark.table.storage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;

/** A folder on the disks that Spark gives an executor for its work; deleted at the end. */
public final class ScratchFolder implements AutoCloseable {
  private final Path path;

  public ScratchFolder() throws IOException {
    File[] disks = SparkEnv.get().blockManager().diskBlockManager().localDirs();
    path = Files.createTempDirectory(disks[0].toPath(), "atoll");
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    List<Path> inside;
    try (Stream<Path> all = Files.walk(path)) {
      inside = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inside) {
      Files.delete(file);
    }
  }
}
