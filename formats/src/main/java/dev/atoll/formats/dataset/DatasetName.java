package dev.atoll.formats.dataset;

import dev.atoll.graph.BadDataException;

/** Names of datasets: they become names of folders, so they cannot be paths. */
final class DatasetName {
  private static final int LONGEST = 200;

  private DatasetName() {}

  /** The name, if it is one. */
  static String require(Object place, String name) {
    boolean named =
        name != null
            && !name.isBlank()
            && name.length() <= LONGEST
            && !name.matches("\\.{1,2}")
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    if (!named) {
      throw BadDataException.at(
          place,
          "name '%s'; expected 1 to %d characters without / and \\".formatted(name, LONGEST));
    }
    return name;
  }
}
