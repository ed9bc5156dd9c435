package dev.atoll.formats.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.CacheFolder;
import dev.atoll.files.FileDigest;
import dev.atoll.files.FileStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Remembers folders whose files had the right bytes and content, by a stamp of all of them: length,
 * times of change, inode. A folder whose stamp is unchanged is not read again, so that opening is
 * instant. Stamps are files in the cache folder; without one, or with another, everything is
 * verified again.
 *
 * @param folder of the stamps
 */
record VerifiedFolders(Path folder) {
  /** A file may change again within the same tick of the file system's clock. */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private static final int MOST_STAMPS = 256;

  static VerifiedFolders standard() {
    return new VerifiedFolders(CacheFolder.of(System.getenv()).resolve("verified"));
  }

  /** The state of a folder's files at one moment. */
  record Stamp(Path file, String text, Instant changed) {}

  /** The stamp of some files of a folder; empty where the system does not say enough. */
  Optional<Stamp> stamp(Path data, Collection<String> files) throws IOException {
    Path real = data.toRealPath();
    StringBuilder text = new StringBuilder(real.toString()).append('\n');
    Instant changed = Instant.EPOCH;
    for (String name : new TreeSet<>(files)) {
      Optional<FileStamp> stamp = FileStamp.of(real.resolve(name));
      if (stamp.isEmpty()) {
        return Optional.empty();
      }
      FileStamp file = stamp.get();
      text.append(name)
          .append(' ')
          .append(file.bytes())
          .append(' ')
          .append(file.modified())
          .append(' ')
          .append(file.changed())
          .append(' ')
          .append(file.inode())
          .append('\n');
      changed = changed.isAfter(file.latest()) ? changed : file.latest();
    }
    String key = FileDigest.of(real.toString().getBytes(UTF_8));
    return Optional.of(new Stamp(folder.resolve(key), text.toString(), changed));
  }

  /** Whether the files were verified in this state. */
  boolean has(Stamp stamp) {
    try {
      return Files.readString(stamp.file()).equals(stamp.text());
    } catch (IOException _) {
      return false; // no stamp exists, or it cannot be read
    }
  }

  /** Keeps a stamp that was taken before the files were verified. */
  void keep(Stamp stamp) {
    if (stamp.changed().isAfter(Instant.now().minus(SETTLED))) {
      return;
    }
    try {
      AtomicFile.write(stamp.file(), stamp.text());
      removeOldest();
    } catch (IOException _) {
      return; // without a stamp the next opening verifies again
    }
  }

  private void removeOldest() throws IOException {
    List<Path> stamps;
    try (Stream<Path> all = Files.list(folder)) {
      stamps = all.sorted(Comparator.comparing(VerifiedFolders::modified)).toList();
    }
    for (Path old : stamps.subList(0, Math.max(0, stamps.size() - MOST_STAMPS))) {
      Files.deleteIfExists(old);
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException _) {
      return FileTime.fromMillis(0);
    }
  }
}
