package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.ClusterBenchmark.Plan;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run that loses an executor, beside one that does not.
 *
 * @param undisturbed seconds of the command
 * @param killed seconds of the command that lost an executor
 * @param checkpoints seconds from one checkpoint to the next
 * @param identical whether the weights are
 */
record KilledTrial(double undisturbed, double killed, double checkpoints, boolean identical) {
  /** So slow that something can happen in the middle. */
  private static final String LINE =
      "train --recipe distdgl --workers 2 --set threads=1 --set batch=16"
          + " --set network.latencyMicros=10000 --engine spark";

  private static final double LEAST_BETWEEN_CHECKPOINTS = 1;

  static KilledTrial run(StandaloneCluster cluster, Plan plan) throws IOException {
    Map<String, String> conf = new LinkedHashMap<>(cluster.conf());
    conf.put("spark.executor.memory", plan.memory());
    String line = LINE + " --epochs " + plan.epochs() + " --master " + cluster.master() + " --out ";
    Path folder = plan.folder();
    Command.Ended calm = Command.start(folder, conf, line + folder.resolve("calm")).await();
    Path run = folder.resolve("killed");
    Command command = Command.start(folder, conf, line + run);
    awaitCheckpoint(run.resolve("checkpoint.safetensors"), command);
    cluster.executors().getLast().destroyForcibly();
    Command.Ended ended = command.await();
    return new KilledTrial(
        calm.seconds(),
        ended.seconds(),
        Math.max(LEAST_BETWEEN_CHECKPOINTS, calm.json().at("/perEpoch/seconds").asDouble()),
        calm.json().get("weightsSha256").equals(ended.json().get("weightsSha256")));
  }

  private static void awaitCheckpoint(Path file, Command writer) throws IOException {
    while (!Files.exists(file)) {
      if (!writer.isAlive()) {
        throw new IllegalStateException(
            "the run ended before its first checkpoint; more --epochs make it longer: "
                + writer.await());
      }
      Pause.millis(10);
    }
  }

  double extra() {
    return killed - undisturbed;
  }

  Map<String, Object> show(RunLog log) {
    Table.of("run", "command", "more")
        .row("undisturbed", Units.seconds(undisturbed), "")
        .row("an executor killed", Units.seconds(killed), "%+.1f s".formatted(extra()))
        .show(log);
    log.line(
        "a checkpoint every %s; weights %s"
            .formatted(Units.seconds(checkpoints), identical ? "are identical" : "DIFFER"));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("undisturbed", undisturbed);
    json.put("killed", killed);
    json.put("extra", extra());
    json.put("checkpointInterval", checkpoints);
    json.put("identical", identical);
    return json;
  }
}
