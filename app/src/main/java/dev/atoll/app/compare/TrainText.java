package dev.atoll.app.compare;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SettingsCatalog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command line {@code atoll train …}, as typed into a shell. */
final class TrainText {
  /** Settings with an option of their own name; all others go through {@code --set}. */
  private static final List<String> OPTIONS =
      List.<Key<?>>of(
              Keys.DATA,
              Keys.MODEL.key(),
              Keys.RECIPE,
              Keys.PRESET,
              Keys.EPOCHS,
              Keys.SEED,
              Keys.WORKERS,
              Keys.ENGINE,
              Keys.DEVICE)
          .stream()
          .<String>map(Key::name)
          .toList();

  private TrainText() {}

  /** The command line of assignments, of which later ones win. */
  static String of(List<Assignment> assignments) {
    Map<String, String> last = new LinkedHashMap<>();
    assignments.forEach(line -> last.put(line.key(), line.text()));
    StringBuilder text = new StringBuilder("atoll train");
    for (String option : OPTIONS) {
      String value = last.remove(option);
      if (value != null) {
        text.append(" --").append(option).append(' ').append(quoted(value));
      }
    }
    String folder = last.remove(SettingsCatalog.FROM);
    if (folder != null) {
      text.append(" --recipes-from ").append(quoted(folder));
    }
    last.forEach((key, value) -> text.append(" --set ").append(quoted(key + "=" + value)));
    return text.toString();
  }

  /** A word for a shell: plain words unchanged, others in single quotes. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
