package dev.atoll.recipe.settings;

/**
 * A setting, its value as text, and the origin of both.
 *
 * @param place the origin, for error messages: {@code "--set"}, {@code "run.yaml:12"}, {@code
 *     "preset cora-gcn"}
 */
public record Assignment(String key, String text, String place) {
  /** The origin of a setting that was given in Java. */
  public static final String JAVA = "Recipe";

  /** Parses {@code key=value}, the form of {@code --set}. */
  public static Assignment ofPair(String pair, String place) {
    int equals = pair.indexOf('=');
    if (equals <= 0) {
      throw new SettingsException(
          place + ": expected key=value, such as model.hidden=256, but found '" + pair + "'");
    }
    return new Assignment(
        pair.substring(0, equals).strip(), pair.substring(equals + 1).strip(), place);
  }

  /** Whether a user has typed it as an option or in Java; otherwise it comes from a file. */
  boolean isTyped() {
    return place.startsWith("--") || place.equals(JAVA);
  }

  /** A copy with another value. */
  public Assignment with(String newText) {
    return new Assignment(key, newText, place);
  }
}
