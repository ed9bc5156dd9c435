package dev.atoll.cuda.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.CacheFolder;
import dev.atoll.files.FileDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compiled kernels in a folder, each in a file named by the digest of all it was made from, behind
 * the SHA-256 of its bytes: code that was damaged is made again, never given to the driver. Where
 * the folder cannot be used everything is compiled afresh.
 */
record CodeCache(Path folder) {
  private static final int DIGEST_BYTES = 32;
  private static final int NAME_LENGTH = 32;

  /** {@code ~/.cache/atoll/cuda}. */
  static CodeCache ofUser() {
    return new CodeCache(CacheFolder.of(System.getenv()).resolve("cuda"));
  }

  /**
   * The cached code, or newly compiled code, which is then cached.
   *
   * @param ingredients text of everything that the code depends on
   */
  byte[] get(String ingredients, Supplier<byte[]> compile) {
    String name = FileDigest.of(ingredients.getBytes(UTF_8)).substring(0, NAME_LENGTH);
    Path file = folder.resolve(name + ".cubin");
    return kept(file)
        .orElseGet(
            () -> {
              byte[] code = compile.get();
              keep(code, file);
              return code;
            });
  }

  private static Optional<byte[]> kept(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException _) {
      return Optional.empty(); // unreadable is as good as absent
    }
    if (bytes.length < DIGEST_BYTES) {
      return Optional.empty();
    }
    byte[] code = Arrays.copyOfRange(bytes, DIGEST_BYTES, bytes.length);
    byte[] digest = Arrays.copyOf(bytes, DIGEST_BYTES);
    return Arrays.equals(digest, FileDigest.sha256().digest(code))
        ? Optional.of(code)
        : Optional.empty();
  }

  private static void keep(byte[] code, Path file) {
    byte[] digest = FileDigest.sha256().digest(code);
    try {
      AtomicFile.write(
          file, ByteBuffer.allocate(digest.length + code.length).put(digest).put(code).array());
    } catch (IOException _) {
      return; // a cache that cannot be written costs time, nothing else
    }
  }
}
