package dev.atoll.cuda.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Compiled kernels in a folder, each in a file named by the digest of all it was made from. Where
 * the folder cannot be used everything is compiled afresh.
 */
record CodeCache(Path folder) {
  /** {@code ~/.cache/atoll/cuda}. */
  static CodeCache ofUser() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return new CodeCache(base.resolve("atoll").resolve("cuda"));
  }

  /**
   * The kept code, or new code that is kept.
   *
   * @param ingredients all that the code depends on
   */
  byte[] get(String ingredients, Supplier<byte[]> compile) {
    Path file = folder.resolve(digest(ingredients) + ".cubin");
    try {
      if (Files.exists(file)) {
        return Files.readAllBytes(file);
      }
    } catch (IOException _) {
      // Unreadable is as good as absent: what it holds can be made again.
      return compile.get();
    }
    byte[] code = compile.get();
    keep(code, file);
    return code;
  }

  /** Beside its place first, so that no one reads half a file. */
  private void keep(byte[] code, Path file) {
    try {
      Files.createDirectories(folder);
      Path fresh = Files.createTempFile(folder, "new", ".cubin");
      try {
        Files.write(fresh, code);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException _) {
      // A cache that cannot be written costs time, nothing else.
      return;
    }
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
