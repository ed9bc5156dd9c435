package dev.atoll.bench.cluster;

import dev.atoll.bench.cluster.ClusterBenchmark.Killed;
import dev.atoll.bench.cluster.ClusterBenchmark.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Measures a run that loses an executor and one that does not. */
final class KilledTrial {
  /** A bandwidth low enough that an executor can be killed during the run. */
  private static final String LINE =
      "train --recipe distdgl --workers 2 --set threads=1 --set batch=16"
          + " --set network.latencyMicros=10000 --engine spark";

  private static final double LEAST_SECONDS_BETWEEN_CHECKPOINTS = 1;

  private KilledTrial() {}

  static Killed run(StandaloneCluster cluster, Plan plan) throws IOException {
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
    return new Killed(
        calm.seconds(),
        ended.seconds(),
        Math.max(LEAST_SECONDS_BETWEEN_CHECKPOINTS, calm.json().at("/perEpoch/seconds").asDouble()),
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
}
