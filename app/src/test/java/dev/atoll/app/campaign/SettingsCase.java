package dev.atoll.app.campaign;

import dev.atoll.recipe.settings.SettingsLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A run, and changes to it that must leave its result as it is.
 *
 * @param data options of {@code generate}
 * @param run settings that may decide the result
 * @param changes settings that must not
 * @param widened whether the changed run reads indices of int64
 */
record SettingsCase(
    List<String> data, Map<String, String> run, Map<String, String> changes, boolean widened) {
  private static final int MOST_CHANGES = 3;

  /** Recipes that fetch some columns of other workers' rows. */
  private static final List<String> CUT_COLUMNS = List.of("dgs", "gradient-importance");

  private static final List<String> PLACEMENTS =
      List.of("cached", "chunk", "random", "pagraph", "multilevel");

  static SettingsCase of(RandomGenerator random) {
    var draws = new NamedDraws(random.nextLong());
    Map<String, String> run = run(draws);
    return new SettingsCase(data(draws), run, changes(run, draws), draws.oneIn(5, "widened"));
  }

  private static List<String> data(NamedDraws draws) {
    int nodes = draws.number("nodes", 60, 300);
    List<String> options = new ArrayList<>(List.of("generate", "--quiet", "--kind", "sbm"));
    options.addAll(List.of("--nodes", "" + nodes));
    options.addAll(List.of("--edges", "" + nodes * draws.number("edges", 1, 7)));
    options.addAll(List.of("--features", "" + draws.number("features", 1, 21)));
    options.addAll(List.of("--communities", "4"));
    options.addAll(List.of("--classes", "" + draws.number("classes", 2, 5)));
    options.addAll(List.of("--seed", "" + draws.number("data.seed", 0, 1000)));
    if (draws.oneIn(2, "directed")) {
      options.add("--directed");
    }
    return options;
  }

  private static Map<String, String> run(NamedDraws draws) {
    var run = new LinkedHashMap<String, String>();
    String recipe = draws.any("recipe", SettingsLibrary.RECIPES.names());
    int layers = draws.number("model.layers", 1, 4);
    run.put("recipe", recipe);
    run.put("workers", recipe.equals("single") ? "1" : "" + draws.number("workers", 1, 5));
    String model = draws.any("model", "gcn", "sage", "gat");
    int hidden = draws.number("model.hidden", 1, 41);
    run.put("model", model);
    run.put("model.layers", "" + layers);
    run.put("model.hidden", "" + (model.equals("gat") ? 4 * hidden : hidden)); // of 4 heads
    run.put("epochs", "" + draws.number("epochs", 1, 5));
    run.put("seed", "" + draws.number("seed", 0, 1000));
    run.put("threads", "1");
    run.put("precision", draws.any("precision", "fp32", "bf16"));
    if (draws.oneIn(2, "model.dropout")) {
      run.put("model.dropout", "0");
    }
    if (draws.oneIn(4, "model.norm")) {
      run.put("model.norm", "layer");
    }
    if (draws.oneIn(4, "model.residual")) {
      run.put("model.residual", "true");
    }
    if (draws.oneIn(3, "partitioner")) {
      run.put(
          "partitioner",
          draws.any("partitioner", "stream", "blocks", "pagraph", "chunk", "random"));
    }
    if (draws.oneIn(3, "exchange.codec")) {
      run.put("exchange.codec", draws.any("exchange.codec", "fp16", "bf16", "int8"));
    }
    if (isSampled(recipe)) {
      sampledRun(run, recipe, layers, draws);
    } else if (draws.oneIn(4, "exchange.rows")) {
      run.put("exchange.rows", draws.any("exchange.rows", "all", "halo"));
    }
    return run;
  }

  private static void sampledRun(
      Map<String, String> run, String recipe, int layers, NamedDraws draws) {
    boolean ofNodes = List.of("cluster-gcn", "saint").contains(recipe);
    String task = draws.oneIn(2, "task") ? draws.any("task", "link", "unsupervised") : "node";
    run.put("task", ofNodes ? "node" : task);
    run.put("batch", "" + draws.number("batch", 5, 65));
    if (!List.of("fastgcn", "ladies", "cluster-gcn", "saint").contains(recipe)) {
      List<String> fanouts = new ArrayList<>();
      for (int hop = 0; hop < layers; hop++) {
        fanouts.add("" + draws.number("fanouts." + hop, 1, 7));
      }
      run.put("fanouts", String.join(",", fanouts));
    }
    if (List.of("fastgcn", "ladies").contains(recipe)) {
      run.put("sampler.size", "" + draws.number("sampler.size", 5, 55));
    }
    if (recipe.equals("dgs")) {
      run.put("explain.every", "" + draws.number("explain.every", 1, 5));
      run.put("explain.epochs", "2");
    }
    if (recipe.equals("gradient-importance")) {
      run.put("gradients.every", "" + draws.number("gradients.every", 1, 5));
    }
    if (draws.oneIn(4, "embeddings")) {
      run.put("embeddings", "sparse");
      run.put("embeddings.width", "" + draws.number("embeddings.width", 1, 10));
    }
    if (draws.oneIn(4, "shuffle")) {
      run.put("shuffle", "global");
    }
  }

  /** Changes of a few of the settings that must not matter; what has no effect is refused. */
  private static Map<String, String> changes(Map<String, String> run, NamedDraws draws) {
    var all = new LinkedHashMap<String, String>();
    all.put("threads", "" + draws.number("change.threads", 2, 8));
    all.put("checkpoint.every", "" + draws.number("checkpoint.every", 1, 5));
    all.put("checkpoint.keep", "false");
    all.put("timeline", "true");
    if (!run.get("workers").equals("1")) {
      all.put("engine", "processes");
      all.put("network.latencyMicros", "" + draws.number("network.latencyMicros", 0, 300));
      if (isSampled(run.get("recipe"))) {
        all.put("topology", draws.any("topology", "partitioned", "replicated"));
        if (!CUT_COLUMNS.contains(run.get("recipe"))) { // cached rows have all their columns
          all.put("placement", draws.any("placement", PLACEMENTS));
        }
      } else {
        all.put("shards.features", "true");
        all.put("exchange.route", "ring");
      }
    }
    if (isSampled(run.get("recipe"))) {
      all.put("schedule", draws.any("schedule", "sequential", "prefetch", "two-level"));
      all.put("schedule.depth", "" + draws.number("schedule.depth", 1, 6));
      all.put("schedule.branches", draws.any("schedule.branches", "joined", "parallel"));
      if (List.of("distdgl", "fastsample", "bytegnn", "placement").contains(run.get("recipe"))) {
        all.put("sampler", draws.any("sampler", "uniform", "unfused"));
      }
    }
    int count = draws.number("changes", 1, MOST_CHANGES + 1);
    all.keySet().retainAll(draws.ranked("change", all.keySet()).subList(0, count));
    return all;
  }

  private static boolean isSampled(String recipe) {
    return SettingsLibrary.RECIPES.read(recipe).settings().stream()
        .anyMatch(line -> line.key().equals("mode") && line.text().equals("sampled"));
  }
}
