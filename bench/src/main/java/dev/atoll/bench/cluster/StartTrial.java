package dev.atoll.bench.cluster;

import dev.atoll.bench.cluster.ClusterBenchmark.Plan;
import dev.atoll.bench.cluster.ClusterBenchmark.RunCost;
import dev.atoll.bench.cluster.ClusterBenchmark.Start;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Measures one run with workers as processes and as Spark tasks; the better of two rounds counts.
 */
final class StartTrial {
  private static final int ROUNDS = 2;
  private static final String GRAPH = "generate --kind sbm --nodes 50000 --edges 1000000 --out ";

  private StartTrial() {}

  /** A finished run. */
  private record Timed(RunCost cost, String weights) {
    static Timed of(Command.Ended ended, Path run) throws IOException {
      double epochs =
          new RunFolder(run).readMetrics().stream().mapToDouble(EpochLine::seconds).sum();
      return new Timed(
          new RunCost(ended.seconds() - epochs, ended.json().at("/perEpoch/seconds").asDouble()),
          ended.json().get("weightsSha256").asText());
    }

    Timed best(Timed other) {
      return new Timed(
          new RunCost(
              Math.min(cost.aroundSeconds(), other.cost.aroundSeconds()),
              Math.min(cost.epochSeconds(), other.cost.epochSeconds())),
          weights);
    }
  }

  static Start run(StandaloneCluster cluster, Plan plan) throws IOException {
    Path graph = plan.folder().resolve("graph");
    Command.start(plan.folder(), Map.of(), GRAPH + graph).await();
    String line =
        "train --recipe distdgl --workers 2 --set threads=1 --set evaluate.every=1000 --epochs "
            + plan.epochs()
            + " --data "
            + graph;
    Map<String, String> conf = new LinkedHashMap<>(cluster.conf());
    conf.put("spark.executor.memory", plan.memory());
    Timed processes = null;
    Timed spark = null;
    for (int round = 0; round < ROUNDS; round++) {
      Timed first = timed(plan, Map.of(), line + " --engine processes", "processes-" + round);
      Timed second =
          timed(
              plan, conf, line + " --engine spark --master " + cluster.master(), "spark-" + round);
      processes = processes == null ? first : processes.best(first);
      spark = spark == null ? second : spark.best(second);
    }
    return new Start(processes.cost, spark.cost, processes.weights.equals(spark.weights));
  }

  private static Timed timed(Plan plan, Map<String, String> conf, String line, String name)
      throws IOException {
    Path run = plan.folder().resolve(name);
    return Timed.of(Command.start(plan.folder(), conf, line + " --out " + run).await(), run);
  }
}
