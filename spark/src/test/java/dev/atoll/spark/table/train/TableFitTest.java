package dev.atoll.spark.table.train;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.settings.SettingsException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that a stored graph cannot honour are refused by name, before anything is stored. */
class TableFitTest {
  @ParameterizedTest
  @CsvSource({
    "decision, f1, column of probabilities",
    "trainers, 2, more parts",
    "warmStart, /runs/earlier, leave it out",
  })
  void settingsThatTablesCannotHonourAreRefused(String key, String value, String remedy) {
    var fit =
        new TableFit(
            TableTraining.settings(Map.of("recipe", "distdgl", key, value), 2, Optional.empty()));
    String said = assertThrows(SettingsException.class, fit::require).getMessage();
    assertTrue(said.startsWith(key + "=" + value + ": ") && said.contains(remedy), said);
  }
}
