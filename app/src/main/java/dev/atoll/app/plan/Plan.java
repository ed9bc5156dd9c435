package dev.atoll.app.plan;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predictions side by side, the fastest first, and the recommended one.
 *
 * @param predictions the ones that fit first, each group by its time
 */
public record Plan(List<CostPrediction> predictions) {
  /** The ratio up to which times count as equal; then fewer bytes decide, then less memory. */
  private static final double ALIKE = 1.1;

  public Plan {
    predictions =
        predictions.stream()
            .sorted(
                Comparator.comparing((CostPrediction p) -> !p.fits())
                    .thenComparingDouble(CostPrediction::seconds))
            .toList();
  }

  /** The recommended prediction; empty if none fits. */
  public Optional<CostPrediction> choice() {
    List<CostPrediction> fitting = predictions.stream().filter(CostPrediction::fits).toList();
    return fitting.stream()
        .filter(p -> p.seconds() <= ALIKE * fitting.getFirst().seconds())
        .min(
            Comparator.comparingLong(CostPrediction::totalBytes)
                .thenComparingLong(CostPrediction::peakBytes)
                .thenComparingDouble(CostPrediction::seconds));
  }

  /** The reason for the recommendation, in words. */
  public String reason() {
    CostPrediction taken = choice().orElseThrow();
    return taken.equals(predictions.getFirst())
        ? "the fastest epoch of the recipes that fit"
        : "within a tenth of the fastest epoch, with fewer bytes or less memory";
  }

  /** The plan as JSON. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("recipes", predictions.stream().map(CostPrediction::json).toList());
    json.put("choice", choice().map(CostPrediction::label).orElse(null));
    choice()
        .ifPresent(
            taken -> {
              json.put("workers", taken.workers());
              json.put("reason", reason());
            });
    return json;
  }

  /** Shows the plan as a table. */
  public void show(Screen screen) {
    Table table =
        Table.of("recipe", "workers", "epoch", "steps", "bytes/epoch", "memory", "mostly", "fits");
    for (CostPrediction p : predictions) {
      table.row(
          p.label(),
          Integer.toString(p.workers()),
          p.steps() == 0 ? "-" : Units.seconds(p.seconds()),
          p.steps() == 0 ? "-" : Units.count(Math.round(p.steps())),
          p.steps() == 0 ? "-" : Units.bytes(p.totalBytes()),
          p.steps() == 0 ? "-" : Units.bytes(p.peakBytes() + p.hostBytes()),
          p.dominant(),
          p.fits() ? "yes" : "no: " + p.problem());
    }
    table.show(screen);
    predictions.stream()
        .filter(p -> !p.note().isEmpty())
        .map(p -> "%s on %d workers: %s".formatted(p.label(), p.workers(), p.note()))
        .forEach(screen::line);
    screen.line(
        choice()
            .map(taken -> "take %s on %s: %s".formatted(taken.label(), on(taken), reason()))
            .orElse("none of them fits"));
  }

  private static String on(CostPrediction taken) {
    return taken.workers() == 1 ? "1 worker" : taken.workers() + " workers";
  }
}
