package dev.atoll.app.plan;

import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A prediction and the measured cost of a run.
 *
 * @param measured absent where the recipe does not fit
 */
public record CheckedPrediction(CostPrediction prediction, Optional<Measured> measured) {
  /** Shows predictions in a table, with their ratios to the measured costs. */
  public static void show(List<CheckedPrediction> all, Screen screen) {
    Table table =
        Table.of(
            "recipe",
            "workers",
            "epoch",
            "× run",
            "CPU",
            "× run",
            "bytes/epoch",
            "× run",
            "memory",
            "× run");
    for (CheckedPrediction one : all) {
      CostPrediction p = one.prediction;
      one.measured.ifPresentOrElse(
          m ->
              table.row(
                  p.label(),
                  Integer.toString(p.workers()),
                  Units.seconds(p.seconds()),
                  ratio(p.seconds(), m.seconds()),
                  Units.seconds(p.cpuSeconds()),
                  ratio(p.cpuSeconds(), m.cpuSeconds()),
                  Units.bytes(p.totalBytes()),
                  ratio((double) p.totalBytes(), (double) m.totalBytes()),
                  Units.bytes(p.peakBytes()),
                  ratio((double) p.peakBytes(), (double) m.peakBytes())),
          () -> table.row(p.label(), Integer.toString(p.workers()), "does not fit"));
    }
    table.show(screen);
  }

  /** The prediction and the measured cost on one line. */
  String line() {
    return prediction.line()
        + measured
            .map(
                run ->
                    "; measured: %s, %s an epoch; %s of memory"
                        .formatted(
                            Units.seconds(run.seconds()),
                            Units.bytes(run.totalBytes()),
                            Units.bytes(run.peakBytes())))
            .orElse("");
  }

  private static String ratio(double predicted, double measured) {
    return measured == 0 ? predicted == 0 ? "1.00" : "-" : Units.decimals(predicted / measured, 2);
  }

  /** The prediction and the measured cost as JSON. */
  public Map<String, Object> json() {
    Map<String, Object> json = prediction.json();
    measured.ifPresent(run -> json.put("measured", run.json()));
    return json;
  }
}
