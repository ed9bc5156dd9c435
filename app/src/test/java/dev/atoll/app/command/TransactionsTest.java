package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.formats.parquet.ColumnValues;
import dev.atoll.formats.parquet.ParquetFile;
import dev.atoll.train.metric.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial docs/own-data.md: raw tables to predictions on next week's graph. */
class TransactionsTest {
  @TempDir private Path folder;

  @Test
  void nextWeeksFraudsRankFarAboveChance() throws Exception {
    Outcome.of("generate", "--kind", "transactions", "--nodes", "2000", "--out", at("shop"))
        .succeeded();
    String tables = at("shop/users.csv") + "," + at("shop/merchants.csv");
    Outcome plan =
        Outcome.of("import", at("shop/transactions.csv"), "--nodes", tables, "--dry-run")
            .succeeded();
    assertTrue(plan.out().contains("onehot"), plan.out());
    Outcome.of(
            "import",
            at("shop/transactions.csv"),
            "--nodes",
            tables,
            "--encode",
            "*=standard",
            "--split",
            "60/20/20",
            "--stratified",
            "--out",
            at("graph"))
        .succeeded();
    Outcome.of(
            "train",
            "--data",
            at("graph"),
            "--epochs",
            "40",
            "--set",
            "model.hidden=16",
            "--set",
            "loss.classWeights=balanced",
            "--set",
            "select.metric=averagePrecision",
            "--set",
            "decision=f1",
            "--out",
            at("run"))
        .succeeded();
    assertEvaluatesAsItPredicts();
    String later = at("shop/next-week/users.csv") + "," + at("shop/next-week/merchants.csv");
    Outcome.of(
            "import",
            at("shop/next-week/transactions.csv"),
            "--nodes",
            later,
            "--like",
            at("run"),
            "--out",
            at("next"))
        .succeeded();
    Files.write(
        folder.resolve("ids.txt"),
        Files.readAllLines(folder.resolve("shop/next-week/users.csv")).stream()
            .map(line -> line.substring(0, line.indexOf(',')))
            .toList());
    Outcome.of(
            "predict",
            at("run"),
            "--data",
            at("next"),
            "--nodes",
            at("ids.txt"),
            "--what",
            "probabilities",
            "--out",
            at("scores.parquet"))
        .succeeded();
    assertBeatsMajority();
  }

  private void assertEvaluatesAsItPredicts() throws IOException {
    JsonNode found = Outcome.of("evaluate", at("run"), "--quiet", "--json", "-").succeeded().json();
    JsonNode confusion = found.get("confusion");
    double hits = confusion.at("/0/0").asDouble() + confusion.at("/1/1").asDouble();
    double misses = confusion.at("/0/1").asDouble() + confusion.at("/1/0").asDouble();
    assertEquals(hits / (hits + misses), found.at("/decision/accuracy").asDouble(), 1e-12);
    assertTrue(Outcome.of("evaluate", at("run")).succeeded().out().contains(" on: test accuracy "));
  }

  private void assertBeatsMajority() throws IOException {
    Map<String, Boolean> truth = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve("shop/next-week/labels.csv"))) {
      truth.put(line.substring(0, line.indexOf(',')), line.endsWith(",fraud"));
    }
    List<Double> scores = new ArrayList<>();
    List<Boolean> frauds = new ArrayList<>();
    try (ParquetFile file = ParquetFile.open(folder.resolve("scores.parquet"))) {
      assertEquals("p_fraud", file.columns().get(1).name());
      ColumnValues ids = file.read(0, file.columns().get(0));
      ColumnValues probabilities = file.read(0, file.columns().get(1));
      for (int row = 0; row < file.rows(0); row++) {
        scores.add(probabilities.number(row));
        frauds.add(truth.get(ids.text(row)));
      }
    }
    assertEquals(2_200, scores.size());
    boolean[] positive = new boolean[frauds.size()];
    double share = 0;
    for (int i = 0; i < positive.length; i++) {
      positive[i] = frauds.get(i);
      share += positive[i] ? 1.0 / positive.length : 0;
    }
    double[] score = scores.stream().mapToDouble(Double::doubleValue).toArray();
    double precision = Metrics.averagePrecision(score, positive);
    double majority = Metrics.averagePrecision(new double[score.length], positive);
    assertEquals(share, majority, 1e-9);
    assertTrue(precision > 5 * majority, precision + " against " + majority);
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }
}
