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
  /** The same for each dataset by itself, by the dataset's name or folder. */
  public Map<String, ComparisonResult> byData() {
    Map<String, List<ComparisonRow>> rowsByData = new LinkedHashMap<>();
    rows.forEach(row -> rowsByData.computeIfAbsent(row.data(), _ -> new ArrayList<>()).add(row));
    Map<String, ComparisonResult> byData = new LinkedHashMap<>();
    rowsByData.forEach(
        (data, own) -> byData.put(data, new ComparisonResult(comparison, own, leftOut)));
    return byData;
  }

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
    json.put("rows", rowsJson());
    json.put("leftOut", leftOutJson());
    json.put("failures", failures());
    json.put("folder", folder.path().toString());
    json.put("report", folder.report().toString());
    return json;
  }

  private List<Map<String, Object>> rowsJson() {
    Map<String, ComparisonResult> byData = byData();
    List<Map<String, Object>> all = new ArrayList<>();
    for (ComparisonRow row : rows) {
      Map<String, Object> json = row.json();
      if (!row.isEmpty()) {
        Target.of(byData.get(row.data()).finished())
            .ifPresent(reached -> json.put("toTarget", reached.json(row)));
      }
      all.add(json);
    }
    return all;
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
          contender.data().ifPresent(line -> one.put("data", line.text()));
          one.put("reason", reason);
          all.add(one);
        });
    return all;
  }
}
