package dev.atoll.recipe.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder that only its owner can read, whatever the umask. A folder that was there before keeps
 * its permissions, and files in it follow the umask: this is how runs are shared.
 */
public final class PrivateFolder {
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private PrivateFolder() {}

  /** Creates a private folder where there is none; folders above it get the usual permissions. */
  public static void create(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (isPosix(folder)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    } else {
      Files.createDirectory(folder);
    }
  }

  /**
   * Makes the files and folders in a private folder private, too, so that they stay so when they
   * are moved.
   */
  public static void sealFiles(Path folder) throws IOException {
    if (!isPosix(folder) || !Files.getPosixFilePermissions(folder).equals(FOLDER)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.setPosixFilePermissions(file, FOLDER);
          sealFiles(file);
        } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.setPosixFilePermissions(file, FILE);
        }
      }
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
