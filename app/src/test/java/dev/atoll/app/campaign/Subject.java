package dev.atoll.app.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/** Files that a campaign damages, and a command that reads them. */
interface Subject {
  String name();

  /** The undamaged files. */
  Path whole();

  /** The files of a copy that may be damaged. */
  default List<Path> files(Path copy) throws IOException {
    return Folders.files(copy);
  }

  /**
   * Uses a copy.
   *
   * @param random decides how, where there are several ways
   */
  Typed use(Path copy, RandomGenerator random) throws IOException;

  /** Whether other legal content is another, equally good file, such as a list without digests. */
  default boolean mayBeOther() {
    return false;
  }
}
