package dev.atoll.app.compare;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * What a run has left in its folder.
 *
 * @param result what {@code train --json} gives
 * @param epochs the lines of its metrics
 */
public record FinishedRun(
    long seed, Path folder, String command, JsonNode result, List<JsonNode> epochs) {
  static FinishedRun read(PlannedRun run, RunFolder folder) throws IOException {
    return new FinishedRun(
        run.seed(),
        folder.path(),
        run.command(),
        Json.tree(folder.readResult()),
        folder.readMetrics());
  }

  /** The name of the score that counts; empty where no node is scored. */
  public String scoreName() {
    return scores(result).propertyStream().findFirst().map(Map.Entry::getKey).orElse("");
  }

  /** The score that counts, on the test nodes, or on the validation nodes where none are tested. */
  public double score() {
    return scores(result).path(scoreName()).asDouble(Double.NaN);
  }

  private static JsonNode scores(JsonNode node) {
    return node.path("test").isEmpty() ? node.path("validation") : node.path("test");
  }

  /** The score that counts on the validation nodes, in a line of the metrics; NaN without one. */
  public double validation(JsonNode epoch) {
    return epoch.path("validation").path(scoreName()).asDouble(Double.NaN);
  }

  public double loss() {
    JsonNode losses = result.path("loss");
    return losses.path(losses.size() - 1).asDouble(Double.NaN);
  }

  /** A figure of the result, such as {@code figure("perEpoch", "seconds")}. */
  public double figure(String... path) {
    JsonNode node = result;
    for (String name : path) {
      node = node.path(name);
    }
    return node.asDouble();
  }

  /** Bytes that each worker took. */
  public List<Double> memory() {
    return numbers(result.at("/memory/peakBytes"));
  }

  /** Bytes per epoch from each worker to each, the sender first. */
  public List<List<Double>> traffic() {
    List<List<Double>> rows = new ArrayList<>();
    result.path("trafficPerEpoch").forEach(row -> rows.add(numbers(row)));
    return rows;
  }

  private static List<Double> numbers(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asDouble).toList();
  }
}
