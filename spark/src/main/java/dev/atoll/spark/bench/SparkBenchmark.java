package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.ClusterBenchmark;
import dev.atoll.recipe.log.RunLog;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Measures what is asked for, one after the other, each on a cluster that is just started. */
public final class SparkBenchmark implements ClusterBenchmark {
  private static final int WORKERS = 2;

  /** Starts nothing yet. */
  public SparkBenchmark() {}

  @Override
  public Map<String, Object> run(Plan plan, RunLog log) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("workers", WORKERS);
    json.put("executorMemory", plan.memory());
    for (What what : plan.what()) {
      try (var cluster = StandaloneCluster.start(plan.folder().resolve("spark"), WORKERS, 1)) {
        switch (what) {
          case START -> json.putAll(StartTrial.run(cluster, plan).show(log));
          case TABLES -> json.put("tables", TablesTrial.run(cluster, plan, log));
          case KILLED -> json.put("killed", KilledTrial.run(cluster, plan).show(log));
        }
      }
    }
    return json;
  }
}
