package dev.atoll.formats.importer;

import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths that a file of a dataset names: they stay inside its folder, symbolic links followed. */
final class InnerPath {
  private InnerPath() {}

  /**
   * The file of a path.
   *
   * @param named the path as written in the file
   * @param by the file that contains the path
   */
  static Path resolve(Path folder, String named, Path by) throws IOException {
    Path file;
    try {
      file = folder.resolve(named).normalize();
    } catch (InvalidPathException e) {
      throw new BadDataException(by + ": path '" + named.strip() + "' is no path", e);
    }
    boolean inside = file.startsWith(folder.normalize());
    if (inside && Files.exists(file)) {
      inside = file.toRealPath().startsWith(folder.toRealPath());
    }
    if (!inside) {
      throw BadDataException.at(
          by, "path '%s' leads out of this folder; expected a path inside it".formatted(named));
    }
    if (!Files.isRegularFile(file)) {
      throw BadDataException.at(by, "%s is not there".formatted(file));
    }
    return file;
  }
}
