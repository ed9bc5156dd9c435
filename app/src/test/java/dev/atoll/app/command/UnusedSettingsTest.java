package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that would have no effect are refused with the reason and a remedy. */
class UnusedSettingsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "--recipe distdgl --set exchange.rows=all, exchange.rows=all, mini-batches, --recipe vanilla",
    "--recipe distdgl --set exchange.content=embeddings, exchange.content=embeddings, mini-batches,"
        + " --recipe vanilla",
    "--recipe single --set batch=16, batch=16, full graph, --recipe distdgl",
    "--recipe vanilla --set exchange.rate=0.5, exchange.rate=0.5, exchange.rows=halo, another"
        + " exchange.rows",
    "--recipe vanilla --set exchange.cacheMiB=8, exchange.cacheMiB=8, no stale rows, another"
        + " exchange.refresh",
    "--recipe distdgl --set sampler.scale=3, sampler.scale=3, sampler=unfused, another sampler",
    "--recipe distdgl --set model.layers=2 --set fanouts=5;5;5;5;5, 5 fanouts, 2 layers,"
        + " model.layers=5",
    "--model gcn --set model.heads=8, model.heads=8, model=gcn, another model: gat",
    "--model gat --set model.aggregator=max, model.aggregator=max, model=gat, another model: sage",
    "--recipe distdgl --set embeddings.width=8, embeddings.width=8, embeddings=none,"
        + " embeddings=sparse",
    "--set link.negatives.count=4, link.negatives.count=4, task=node, --task link",
    "--master spark://h:7077, spark.master, engine=threads, --engine spark",
  })
  void aRunWithoutTheirEffectIsRefused(String options, String setting, String why, String remedy) {
    List<String> args = new ArrayList<>(List.of("train"));
    args.addAll(List.of(options.replace(';', ',').split(" ", -1)));
    args.addAll(List.of("--out", folder.resolve("run").toString()));
    Outcome.of(args.toArray(String[]::new))
        .failed(2, setting, why, remedy, "effect", "leave it out");
    assertTrue(Files.notExists(folder.resolve("run")));
  }

  @Test
  void inAComparisonOneRunIsEnough() {
    String[] both = {
      "compare",
      "--recipes",
      "distdgl,vanilla",
      "--workers",
      "2",
      "--seeds",
      "1",
      "--epochs",
      "1",
      "--set",
      "model.hidden=4",
      "--set",
      "batch=64",
      "--quiet",
      "--out",
      ""
    };
    both[both.length - 1] = folder.resolve("both").toString();
    Outcome.of(both).succeeded();
    both[2] = "vanilla,bns-gcn";
    both[both.length - 1] = folder.resolve("none").toString();
    Outcome.of(both).failed(2, "batch=64", "full graph");
  }

  @Test
  void whatFilesAndRecipesSetIsNoMistake() {
    Path run = folder.resolve("run");
    Outcome.of(
            "train",
            "--quiet",
            "--recipe",
            "bns-gcn",
            "--workers",
            "2",
            "--epochs",
            "1",
            "--set",
            "model.hidden=4",
            "--out",
            run.toString())
        .succeeded();
    Outcome.of(
            "train",
            "--quiet",
            "--config",
            run + "/config.yaml",
            "--recipe",
            "vanilla",
            "--set",
            "exchange.rows=halo",
            "--out",
            folder.resolve("again").toString())
        .succeeded();
  }
}
