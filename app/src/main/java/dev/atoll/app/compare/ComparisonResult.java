package dev.atoll.app.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.recipe.run.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a comparison.
 *
 * @param leftOut contenders that could not take part, and why
 */
public record ComparisonResult(
    Comparison comparison, List<ComparisonRow> rows, Map<Contender, String> leftOut) {
  /** Rows with at least one finished run. */
  public List<ComparisonRow> finished() {
    return rows.stream().filter(row -> !row.isEmpty()).toList();
  }

  public List<FinishedRun> runs() {
    return rows.stream().flatMap(row -> row.runs().stream()).toList();
  }

  public long failures() {
    return rows.stream().mapToLong(row -> row.failures().size()).sum();
  }

  /** Under the names that {@code --json} promises; names are added, never changed. */
  public Map<String, Object> json(ComparisonFolder folder) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("runs", runs().stream().map(ComparisonResult::run).toList());
    json.put("rows", rows.stream().map(ComparisonRow::json).toList());
    json.put("leftOut", leftOutJson());
    json.put("failures", failures());
    json.put("folder", folder.path().toString());
    json.put("report", folder.report().toString());
    return json;
  }

  private static ObjectNode run(FinishedRun run) {
    ObjectNode train = Json.tree(run.result());
    train.put("folder", run.folder().toString());
    train.put("command", run.command());
    return train;
  }

  private List<Map<String, Object>> leftOutJson() {
    List<Map<String, Object>> all = new ArrayList<>();
    leftOut.forEach(
        (contender, reason) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("recipe", contender.recipe());
          contender.workers().ifPresent(line -> one.put("workers", line.text()));
          one.put("reason", reason);
          all.add(one);
        });
    return all;
  }
}
