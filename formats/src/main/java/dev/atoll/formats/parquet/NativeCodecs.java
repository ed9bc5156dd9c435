package dev.atoll.formats.parquet;

import dev.atoll.files.CacheFolder;
import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.lz4.Lz4Decompressor;
import io.airlift.compress.v3.snappy.SnappyDecompressor;
import io.airlift.compress.v3.zstd.ZstdDecompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Decompressors in C. Aircompressor unpacks each library before it is loaded, and deletes it at the
 * end of the process: here into {@code ~/.cache/atoll/native}, not into the folder for temporary
 * files, which all users share and which may forbid execution.
 */
final class NativeCodecs {
  /** Read by aircompressor when it loads the first library. */
  static final String FOLDER = "aircompressor.tmpdir";

  static {
    if (System.getProperty(FOLDER) == null) {
      Path cache = CacheFolder.of(System.getenv()).resolve("native");
      System.setProperty(FOLDER, folder(cache).toString());
    }
  }

  private NativeCodecs() {}

  static Decompressor lz4() {
    return Lz4Decompressor.create();
  }

  static Decompressor snappy() {
    return SnappyDecompressor.create();
  }

  static Decompressor zstd() {
    return ZstdDecompressor.create();
  }

  /** A folder of the cache; one of this process alone where the cache cannot be written. */
  static Path folder(Path cache) {
    try {
      Files.createDirectories(cache);
      if (Files.isWritable(cache)) {
        return cache;
      }
    } catch (IOException e) {
      return ofProcess();
    }
    return ofProcess();
  }

  private static Path ofProcess() {
    try {
      Path folder = Files.createTempDirectory("atoll-codecs-");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
