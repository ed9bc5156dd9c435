package dev.atoll.app.campaign;

import dev.atoll.recipe.settings.SettingsLibrary;
import java.util.ArrayList;
import java.util.Collections;
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
  private static final List<String> TASKS = List.of("node", "node", "node", "link", "unsupervised");

  /** Recipes that fetch some columns of other workers' rows. */
  private static final List<String> CUT_COLUMNS = List.of("dgs", "gradient-importance");

  private static final List<String> PLACEMENTS =
      List.of("cached", "chunk", "random", "pagraph", "multilevel");

  static SettingsCase of(RandomGenerator random) {
    Map<String, String> run = run(random);
    Map<String, String> changes = changes(run, random);
    return new SettingsCase(data(random), run, changes, random.nextInt(5) == 0);
  }

  private static List<String> data(RandomGenerator random) {
    int nodes = 60 + random.nextInt(240);
    List<String> options = new ArrayList<>(List.of("generate", "--quiet", "--kind", "sbm"));
    options.addAll(List.of("--nodes", "" + nodes, "--edges", "" + nodes * (1 + random.nextInt(6))));
    options.addAll(List.of("--features", "" + (1 + random.nextInt(20)), "--communities", "4"));
    options.addAll(List.of("--classes", "" + (2 + random.nextInt(3))));
    options.addAll(List.of("--seed", "" + random.nextInt(1000)));
    if (random.nextBoolean()) {
      options.add("--directed");
    }
    return options;
  }

  private static Map<String, String> run(RandomGenerator random) {
    var run = new LinkedHashMap<String, String>();
    List<String> recipes = SettingsLibrary.RECIPES.names();
    String recipe = recipes.get(random.nextInt(recipes.size()));
    int layers = 1 + random.nextInt(3);
    boolean sampled = isSampled(recipe);
    run.put("recipe", recipe);
    run.put("workers", "" + (recipe.equals("single") ? 1 : 1 + random.nextInt(4)));
    String model = any(random, "gcn", "sage", "gat");
    int hidden = 1 + random.nextInt(40);
    run.put("model", model);
    run.put("model.layers", "" + layers);
    run.put("model.hidden", "" + (model.equals("gat") ? 4 * hidden : hidden)); // of 4 heads
    run.put("epochs", "" + (1 + random.nextInt(4)));
    run.put("seed", "" + random.nextInt(1000));
    run.put("threads", "1");
    run.put("precision", any(random, "fp32", "bf16"));
    if (random.nextBoolean()) {
      run.put("model.dropout", "0");
    }
    if (random.nextInt(4) == 0) {
      run.put("model.norm", "layer");
    }
    if (random.nextInt(4) == 0) {
      run.put("model.residual", "true");
    }
    if (random.nextInt(3) == 0) {
      run.put("partitioner", any(random, "stream", "blocks", "pagraph", "chunk", "random"));
    }
    if (random.nextInt(3) == 0) {
      run.put("exchange.codec", any(random, "fp16", "bf16", "int8"));
    }
    if (sampled) {
      sampledRun(run, recipe, layers, random);
    } else if (random.nextInt(4) == 0) {
      run.put("exchange.rows", any(random, "all", "halo"));
    }
    return run;
  }

  private static void sampledRun(
      Map<String, String> run, String recipe, int layers, RandomGenerator random) {
    boolean ofNodes = List.of("cluster-gcn", "saint").contains(recipe);
    run.put("task", ofNodes ? "node" : TASKS.get(random.nextInt(TASKS.size())));
    run.put("batch", "" + (5 + random.nextInt(60)));
    if (!List.of("fastgcn", "ladies", "cluster-gcn", "saint").contains(recipe)) {
      List<Integer> fanouts = random.ints(layers, 1, 7).boxed().toList();
      run.put("fanouts", String.join(",", fanouts.stream().map(String::valueOf).toList()));
    }
    if (List.of("fastgcn", "ladies").contains(recipe)) {
      run.put("sampler.size", "" + (5 + random.nextInt(50)));
    }
    if (recipe.equals("dgs")) {
      run.put("explain.every", "" + (1 + random.nextInt(4)));
      run.put("explain.epochs", "2");
    }
    if (recipe.equals("gradient-importance")) {
      run.put("gradients.every", "" + (1 + random.nextInt(4)));
    }
    if (random.nextInt(4) == 0) {
      run.put("embeddings", "sparse");
      run.put("embeddings.width", "" + (1 + random.nextInt(9)));
    }
    if (random.nextInt(4) == 0) {
      run.put("shuffle", "global");
    }
  }

  /** Changes of a few of the settings that must not matter; what has no effect is refused. */
  private static Map<String, String> changes(Map<String, String> run, RandomGenerator random) {
    var all = new LinkedHashMap<String, String>();
    all.put("threads", "" + (2 + random.nextInt(6)));
    all.put("checkpoint.every", "" + (1 + random.nextInt(4)));
    all.put("checkpoint.keep", "false");
    all.put("timeline", "true");
    if (!run.get("workers").equals("1")) {
      all.put("engine", "processes");
      all.put("network.latencyMicros", "" + random.nextInt(300));
      if (isSampled(run.get("recipe"))) {
        all.put("topology", any(random, "partitioned", "replicated"));
        if (!CUT_COLUMNS.contains(run.get("recipe"))) { // cached rows have all their columns
          all.put("placement", any(random, PLACEMENTS.toArray(String[]::new)));
        }
      } else {
        all.put("shards.features", "true");
        all.put("exchange.route", "ring");
      }
    }
    if (isSampled(run.get("recipe"))) {
      all.put("schedule", any(random, "sequential", "prefetch", "two-level"));
      all.put("schedule.depth", "" + (1 + random.nextInt(5)));
      all.put("schedule.branches", any(random, "joined", "parallel"));
      if (List.of("distdgl", "fastsample", "bytegnn", "placement").contains(run.get("recipe"))) {
        all.put("sampler", any(random, "uniform", "unfused"));
      }
    }
    List<String> names = new ArrayList<>(all.keySet());
    Collections.shuffle(names, random);
    all.keySet().retainAll(names.subList(0, 1 + random.nextInt(MOST_CHANGES)));
    return all;
  }

  private static boolean isSampled(String recipe) {
    return SettingsLibrary.RECIPES.read(recipe).settings().stream()
        .anyMatch(line -> line.key().equals("mode") && line.text().equals("sampled"));
  }

  private static String any(RandomGenerator random, String... values) {
    return values[random.nextInt(values.length)];
  }
}
