package dev.atoll.spark.table.storage;

import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * A folder that the driver and all executors reach: on any Hadoop file system, or on a shared disk.
 * Files appear in it whole or not at all.
 *
 * @param folder such as {@code hdfs://name/graph}, {@code s3a://bucket/graph} or {@code
 *     /shared/graph}
 */
public record SharedStorage(String folder) implements Serializable {
  private static final String NEW = ".new";

  /** Creates an empty folder. */
  public static SharedStorage fresh(String folder) throws IOException {
    var storage = new SharedStorage(folder);
    FileSystem files = storage.files();
    var path = storage.path("");
    if (files.exists(path) && files.listStatus(path).length > 0) {
      throw new BadDataException(
          folder + " is not empty: choose another folder, or delete its content");
    }
    files.mkdirs(path);
    return storage;
  }

  public SharedStorage inside(String name) {
    return new SharedStorage(folder + "/" + name);
  }

  private static Configuration configuration() {
    return SparkHadoopUtil.get().newConfiguration(SparkEnv.get().conf());
  }

  /**
   * The file system, which Hadoop shares with the whole application. For a local disk, the raw one
   * below it, which writes no checksum files.
   */
  private FileSystem files() throws IOException {
    FileSystem files = path("").getFileSystem(configuration());
    return files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name.isEmpty() ? folder : folder + "/" + name);
  }

  /** Copies a file of this machine's disk. */
  public void put(Path local, String name) throws IOException {
    FileSystem files = files();
    var passing = path("." + name + "." + ProcessHandle.current().pid() + ".tmp");
    files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(local.toUri()), passing);
    rename(passing, name);
  }

  private void rename(org.apache.hadoop.fs.Path passing, String name) throws IOException {
    FileSystem files = files();
    files.delete(path(name), false);
    if (!files.rename(passing, path(name))) {
      throw new IOException("cannot write " + path(name));
    }
  }

  public void put(String text, String name) throws IOException {
    Path local = Files.createTempFile("atoll", ".txt");
    try {
      Files.writeString(local, text);
      put(local, name);
    } finally {
      Files.delete(local);
    }
  }

  public boolean has(String name) throws IOException {
    return files().exists(path(name));
  }

  public String text(String name) throws IOException {
    try (var in = files().open(path(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Copies a file to a folder of this machine's disk. */
  public Path fetch(String name, Path local) throws IOException {
    Path target = local.resolve(name);
    if (!has(name)) {
      throw BadDataException.at(path(name).toString(), "missing; write the graph again");
    }
    files().copyToLocalFile(false, path(name), new org.apache.hadoop.fs.Path(target.toUri()), true);
    return target;
  }

  /**
   * Copies files to this machine's disk, one after the other, and maps them. The copy belongs to
   * the caller and is released when the memory is unreachable.
   */
  public MemorySegment map(IntFunction<String> names, int count) throws IOException {
    try (var scratch = new ScratchFolder();
        FileChannel all =
            FileChannel.open(
                scratch.path().resolve("all"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      for (int i = 0; i < count; i++) {
        Path one = fetch(names.apply(i), scratch.path());
        Files.copy(one, Channels.newOutputStream(all));
        Files.delete(one);
      }
      return all.map(FileChannel.MapMode.READ_WRITE, 0, all.size(), Arena.ofAuto());
    }
  }

  /**
   * Replaces a file by a new one. At every moment {@link #fetchReplaced} finds one of the two,
   * whole.
   */
  public void replace(Path local, String name) throws IOException {
    put(local, name + NEW);
    rename(path(name + NEW), name);
  }

  /** Fetches a file that {@link #replace} writes, if it exists. */
  public void fetchReplaced(String name, Path local) throws IOException {
    if (has(name)) {
      fetch(name, local);
    } else if (has(name + NEW)) {
      Files.move(fetch(name + NEW, local), local.resolve(name));
    }
  }

  /** The names of files that match a pattern. */
  public List<String> names(String pattern) throws IOException {
    return Arrays.stream(files().globStatus(path(pattern)))
        .map(file -> file.getPath().getName())
        .toList();
  }

  public void delete(String name) throws IOException {
    files().delete(path(name), false);
  }

  public void delete() throws IOException {
    files().delete(path(""), true);
  }
}
