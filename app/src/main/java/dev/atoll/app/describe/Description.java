package dev.atoll.app.describe;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.Table;
import java.util.List;

/**
 * A description as tables for people and as JSON for programs.
 *
 * @param tables shown one after the other
 * @param json a record or a map
 */
public record Description(List<Table> tables, Object json) {
  public void show(Screen screen) {
    for (int i = 0; i < tables.size(); i++) {
      if (i > 0) {
        screen.line("");
      }
      tables.get(i).show(screen);
    }
  }
}
