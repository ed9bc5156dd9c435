package dev.atoll.files;

import java.nio.file.Path;
import java.util.Map;

/** The folder of cached files, which can be made again. */
public final class CacheFolder {
  private CacheFolder() {}

  /** {@code $XDG_CACHE_HOME/atoll}, or {@code ~/.cache/atoll}. */
  public static Path of(Map<String, String> environment) {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base =
        cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    return base.resolve("atoll");
  }
}
