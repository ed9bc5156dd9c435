package dev.atoll.formats;

import dev.atoll.graph.BadDataException;

/** Names of datasets: they become names of folders, so they cannot be paths. */
public final class DatasetName {
  private static final int LONGEST = 200;

  private DatasetName() {}

  /** The name, if it is one. */
  public static String require(Object place, String name) {
    boolean named =
        name != null
            && !name.isBlank()
            && name.length() <= LONGEST
            && !name.matches("\\.{1,2}")
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    if (!named) {
      throw BadDataException.at(
          place,
          "name '%s'; expected 1 to %d characters without / and \\"
              .formatted(printable(name), LONGEST));
    }
    return name;
  }

  /** The name with control characters as escapes, and no longer than it may be. */
  private static String printable(String name) {
    if (name == null) {
      return "";
    }
    var text = new StringBuilder();
    name.chars()
        .limit(LONGEST)
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                text.append(c == '\n' ? "\\n" : "\\u%04x".formatted(c));
              } else {
                text.append((char) c);
              }
            });
    return text.append(name.length() > LONGEST ? "…" : "").toString();
  }
}
