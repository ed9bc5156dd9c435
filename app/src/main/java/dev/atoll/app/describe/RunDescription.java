package dev.atoll.app.describe;

import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of a run. */
public final class RunDescription {
  private RunDescription() {}

  public static Description of(RunFolder run) throws IOException {
    Map<String, Object> result = run.readResult();
    Table facts = Table.untitled().row("folder", run.path().toString());
    for (String name : List.of("dataset", "model", "recipe", "preset", "seed", "epochs")) {
      facts.row(name, String.valueOf(result.get(name)));
    }
    facts
        .row("best epoch", String.valueOf(result.get("bestEpoch")))
        .row("time", Units.seconds(number(result.get("seconds"))))
        .row("epoch", Units.seconds(number(map(result.get("perEpoch")).get("seconds"))))
        .row("weights SHA-256", String.valueOf(result.get("weightsSha256")));
    Table scores = Table.of("", "score", "");
    for (String part : List.of("train", "validation", "test")) {
      map(result.get(part))
          .forEach((name, score) -> scores.row(part, name, Units.percent(number(score))));
    }
    Table settings = Table.of("setting", "value");
    map(result.get("settings")).forEach((name, value) -> settings.row(name, value.toString()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "run");
    json.putAll(result);
    return new Description(List.of(facts, scores, settings), json);
  }

  @SuppressWarnings("unchecked") // an object of JSON
  private static Map<String, Object> map(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  private static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
