package dev.atoll.spark.bench;

import dev.atoll.recipe.engine.ClusterBenchmark;
import java.io.IOException;
import java.util.function.Consumer;

/** Takes the measurements one after the other, each on a newly started cluster. */
public final class SparkBenchmark implements ClusterBenchmark {
  private static final int WORKERS = 2;

  /** Creates the benchmark; starts nothing. */
  public SparkBenchmark() {}

  @Override
  public int workers() {
    return WORKERS;
  }

  @Override
  public void run(Plan plan, Consumer<Measurement> finished) throws IOException {
    for (Trial what : plan.what()) {
      try (var cluster = StandaloneCluster.start(plan.folder().resolve("spark"), WORKERS, 1)) {
        finished.accept(
            switch (what) {
              case START -> StartTrial.run(cluster, plan);
              case TABLES -> TablesTrial.run(cluster, plan);
              case KILLED -> KilledTrial.run(cluster, plan);
            });
      }
    }
  }
}
