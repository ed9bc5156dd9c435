package dev.atoll.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a file without its content: writing into the file or replacing it changes its stamp.
 *
 * @param modified the time of the last write, which programs can set back
 * @param changed the time of the last change of any kind, which they cannot
 */
public record FileStamp(long bytes, Instant modified, Instant changed, long inode) {
  /** The stamp of a file; empty where the file system does not say enough. */
  public static Optional<FileStamp> of(Path file) throws IOException {
    BasicFileAttributes basic = Files.readAttributes(file, BasicFileAttributes.class);
    if (basic.fileKey() == null || !Files.getFileStore(file).supportsFileAttributeView("unix")) {
      return Optional.empty();
    }
    Map<String, Object> unix = Files.readAttributes(file, "unix:ctime,ino");
    return Optional.of(
        new FileStamp(
            basic.size(),
            basic.lastModifiedTime().toInstant(),
            ((FileTime) unix.get("ctime")).toInstant(),
            ((Number) unix.get("ino")).longValue()));
  }

  /** The later one of the two times. */
  public Instant latest() {
    return modified.isAfter(changed) ? modified : changed;
  }
}
