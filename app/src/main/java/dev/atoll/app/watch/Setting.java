package dev.atoll.app.watch;

import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Assignment;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A setting of a run.
 *
 * @param origin the origin of the value, such as {@code "--recipe"} or {@code "default"}
 */
public record Setting(String key, String value, String origin) {
  private static final String ORIGIN = "  # ";
  private static final String DEFAULT = "default";

  static Map<String, Setting> read(RunFolder folder) throws IOException {
    Map<String, String> origins = origins(folder.configLines());
    Map<String, Setting> settings = new LinkedHashMap<>();
    for (Assignment assignment : folder.readSettings()) {
      String origin = origins.getOrDefault(assignment.key(), "");
      settings.put(assignment.key(), new Setting(assignment.key(), assignment.text(), origin));
    }
    return settings;
  }

  /** The origins of settings, which the file states in comments. */
  private static Map<String, String> origins(List<String> lines) {
    Map<String, String> origins = new LinkedHashMap<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      int comment = line.lastIndexOf(ORIGIN);
      if (colon > 0 && comment > colon) {
        origins.put(line.substring(0, colon), line.substring(comment + ORIGIN.length()));
      }
    }
    return origins;
  }

  public boolean isDefault() {
    return origin.equals(DEFAULT);
  }
}
