package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.ClusterBenchmark.Plan;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run with workers that are processes, and the same with workers that are tasks of Spark; the
 * better of two rounds counts.
 *
 * @param processes what they cost
 * @param spark what they cost
 * @param identical whether the weights are
 */
record StartTrial(Cost processes, Cost spark, boolean identical) {
  private static final int ROUNDS = 2;
  private static final String GRAPH = "generate --kind sbm --nodes 50000 --edges 1000000 --out ";

  /**
   * What a run costs.
   *
   * @param around seconds of the command that are not of epochs: the start, and the end
   * @param epoch seconds, the median
   */
  record Cost(double around, double epoch, String weights) {
    static Cost of(Command.Ended ended, Path run) throws IOException {
      double epochs =
          new RunFolder(run).readMetrics().stream().mapToDouble(EpochLine::seconds).sum();
      return new Cost(
          ended.seconds() - epochs,
          ended.json().at("/perEpoch/seconds").asDouble(),
          ended.json().get("weightsSha256").asText());
    }

    Cost best(Cost other) {
      return new Cost(Math.min(around, other.around), Math.min(epoch, other.epoch), weights);
    }
  }

  static StartTrial run(StandaloneCluster cluster, Plan plan) throws IOException {
    Path graph = plan.folder().resolve("graph");
    Command.start(plan.folder(), Map.of(), GRAPH + graph).await();
    String line =
        "train --recipe distdgl --workers 2 --set threads=1 --set evaluate.every=1000 --epochs "
            + plan.epochs()
            + " --data "
            + graph;
    Map<String, String> conf = new LinkedHashMap<>(cluster.conf());
    conf.put("spark.executor.memory", plan.memory());
    Cost processes = null;
    Cost spark = null;
    for (int round = 0; round < ROUNDS; round++) {
      Cost first = timed(plan, Map.of(), line + " --engine processes", "processes-" + round);
      Cost second =
          timed(
              plan, conf, line + " --engine spark --master " + cluster.master(), "spark-" + round);
      processes = processes == null ? first : processes.best(first);
      spark = spark == null ? second : spark.best(second);
    }
    return new StartTrial(processes, spark, processes.weights.equals(spark.weights));
  }

  private static Cost timed(Plan plan, Map<String, String> conf, String line, String name)
      throws IOException {
    Path run = plan.folder().resolve(name);
    return Cost.of(Command.start(plan.folder(), conf, line + " --out " + run).await(), run);
  }

  double ratio() {
    return spark.epoch / processes.epoch;
  }

  Map<String, Object> show(RunLog log) {
    Table.of("engine", "start and end", "epoch", "epoch, ratio")
        .row("processes", Units.seconds(processes.around), Units.seconds(processes.epoch), "1.00")
        .row(
            "spark",
            Units.seconds(spark.around),
            Units.seconds(spark.epoch),
            "%.2f".formatted(ratio()))
        .show(log);
    log.line(identical ? "weights are identical" : "weights DIFFER");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("start", Map.of("processes", processes.around, "spark", spark.around));
    json.put("epoch", Map.of("processes", processes.epoch, "spark", spark.epoch));
    json.put("epochRatio", ratio());
    json.put("identical", identical);
    return json;
  }
}
