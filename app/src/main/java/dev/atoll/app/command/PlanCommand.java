package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.RecipeFolder;
import dev.atoll.app.compare.Comparison;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.plan.Candidate;
import dev.atoll.app.plan.CheckedPrediction;
import dev.atoll.app.plan.ClusterSpec;
import dev.atoll.app.plan.GpuSpec;
import dev.atoll.app.plan.MachineSpeed;
import dev.atoll.app.plan.Plan;
import dev.atoll.app.plan.Planner;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the cost of recipes without running them. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Predicts the seconds, bytes and memory of an epoch with each recipe, on this machine or on a"
          + " described cluster; reports recipes that will not fit, and recommends one.",
      "Every recipe has a dry run: workers partition, sample, fetch, exchange and reduce as they"
          + " will, but nothing is computed. How fast this machine computes is measured once and"
          + " kept."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll plan                                                 all recipes on Cora",
      "  atoll plan --data ogbn-arxiv --recipes vanilla,bns-gcn --workers 2,4,8",
      "  atoll plan --cluster workers=8,cores=16,memory=64GiB,gbps=10",
      "  atoll plan --recipes distdgl --set fanouts=10,10 --json -"
    })
final class PlanCommand implements Callable<Integer> {
  private static final int NOTHING_FITS = 1;

  @Option(names = "--data", paramLabel = "NAME|DIR", description = "the dataset (cora)")
  private String data;

  @Option(names = "--model", paramLabel = "NAME", description = "sage, gcn or gat (sage)")
  private String model;

  @Option(
      names = "--recipes",
      paramLabel = "A,B,…",
      description = "recipes to predict (all); a colon adds settings to one, as in A:batch=64")
  private String recipes;

  @Option(
      names = "--workers",
      paramLabel = "N,…",
      description = "number of workers (the cluster's, or the recipe's own number)")
  private String workers;

  @Option(
      names = "--cluster",
      paramLabel = "FILE.yaml|K=V,…",
      description =
          "the machines, one per worker: workers, cores, memory, gbps, latencyMicros (this"
              + " machine, for all workers)")
  private String cluster;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description =
          "the GPU of every machine, for --set device=cuda where there is none here: h200, h100,"
              + " a100-80, l4, t4, rtx4090, … (this machine's)")
  private String gpu;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "1",
      description = "minimum duration of each dry run (1)")
  private double seconds;

  @Option(
      names = "--check",
      description = "also run each recipe for some epochs, and compare; for this machine alone")
  private boolean check;

  @Option(names = "--calibrate", description = "measure this machine again")
  private boolean calibrate;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "any setting, for all recipes; 'atoll info --settings' lists them")
  private final List<String> pairs = new ArrayList<>();

  @Mixin private RecipeFolder folder;
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    Screen screen = output.screen();
    ClusterSpec machines = cluster == null ? ClusterSpec.here() : ClusterSpec.of(cluster);
    if (check && cluster != null) {
      throw new SettingsException("--check runs recipes here: leave out --cluster");
    }
    List<Candidate> candidates = Candidate.of(comparison(machines));
    Settings first = candidates.getFirst().settings();
    Optional<GpuSpec> device = device(first, screen);
    device.ifPresent(known -> screen.line("GPU: %s, %s".formatted(known.name(), known.source())));
    try (Dataset dataset = Datasets.open(first)) {
      MachineSpeed speed = MachineSpeed.of(first, calibrate, screen);
      var planner = new Planner(speed, machines, device, screen, seconds);
      return check
          ? check(planner.check(dataset, candidates))
          : present(new Plan(planner.predict(dataset, candidates)));
    }
  }

  /** The GPU of the plan: the one described, or that of this machine. */
  private Optional<GpuSpec> device(Settings settings, Screen screen) throws IOException {
    if (settings.get(Keys.DEVICE).equals(Keys.DEVICE.fallback())) {
      if (gpu != null) {
        throw new SettingsException(
            "--gpu %s: expected it with --set device=cuda, where a GPU computes".formatted(gpu));
      }
      return Optional.empty();
    }
    if (gpu != null) {
      return Optional.of(GpuSpec.stated(gpu, Precision.of(settings)));
    }
    try {
      return Optional.of(MachineSpeed.gpu(settings, calibrate, screen));
    } catch (SettingsException e) {
      throw new SettingsException(
          e.getMessage()
              + "; to plan for a GPU that is not here describe it: --gpu "
              + String.join("|", GpuSpec.names()));
    }
  }

  private int present(Plan plan) throws IOException {
    plan.show(output.screen());
    output.write(plan.json());
    return plan.choice().isPresent() ? 0 : NOTHING_FITS;
  }

  private int check(List<CheckedPrediction> checked) throws IOException {
    CheckedPrediction.show(checked, output.screen());
    output.write(Map.of("recipes", checked.stream().map(CheckedPrediction::json).toList()));
    return 0;
  }

  private Comparison comparison(ClusterSpec machines) {
    List<Assignment> assignments = new ArrayList<>(folder.lines());
    add(assignments, Keys.PRESET.name(), Keys.PRESET.fallback());
    add(assignments, Comparison.RECIPES, recipes == null ? allRecipes() : recipes);
    add(
        assignments,
        Keys.WORKERS.name(),
        workers == null ? machines.workers().orElse(null) : workers);
    add(assignments, Comparison.SEEDS, "1");
    add(assignments, Keys.DATA.name(), data);
    add(assignments, Keys.MODEL.key().name(), model);
    pairs.forEach(pair -> assignments.add(Assignment.ofPair(pair, "--set")));
    Comparison comparison = Comparison.of(assignments);
    if (comparison.contenders().getFirst().data().isPresent()) {
      throw new SettingsException(
          "--data: expected one dataset, found '%s'; plan them one after the other"
              .formatted(data));
    }
    return comparison;
  }

  private String allRecipes() {
    return String.join(",", folder.catalog().names(SettingsLibrary.RECIPES));
  }

  private static void add(List<Assignment> assignments, String key, String value) {
    if (value != null) {
      assignments.add(new Assignment(key, value, "--" + key));
    }
  }
}
