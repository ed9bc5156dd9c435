package dev.atoll.formats.shard;

import dev.atoll.files.FileStamp;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file with the digest that it must have. It is read and digested once for all workers of a
 * process, and again when its stamp has changed.
 */
final class CheckedFile {
  private final Path path;
  private final String expected;
  private final Digest digest;

  /** Guarded by this; empty before the first check, and where the file system gives no stamps. */
  private Optional<FileStamp> passed = Optional.empty();

  /** The way in which a file is read to compute its digest. */
  @FunctionalInterface
  interface Digest {
    String of(Path file) throws IOException;
  }

  CheckedFile(Path path, String expected, Digest digest) {
    this.path = path;
    this.expected = expected;
    this.digest = digest;
  }

  Path path() {
    return path;
  }

  /**
   * Compares the file with its digest, unless it has passed before and is unchanged.
   *
   * @return its path
   */
  synchronized Path check() throws IOException {
    Optional<FileStamp> before = FileStamp.of(path);
    if (before.isPresent() && before.equals(passed)) {
      return path;
    }
    String found = digest.of(path);
    if (!found.equals(expected)) {
      throw BadDataException.at(
          path,
          "damaged: expected SHA-256 %s, found %s; cut the dataset again or copy the folder again"
              .formatted(expected, found));
    }
    passed = before;
    return path;
  }
}
