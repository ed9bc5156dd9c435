package dev.atoll.spark;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.engine.Engine;
import dev.atoll.recipe.engine.Job;
import dev.atoll.recipe.engine.LeadListener;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;

/**
 * Workers are tasks of a Spark cluster, joined by TCP; this process is the driver and only watches.
 * The run folder and the dataset must be where all executors see them.
 */
public final class SparkEngine implements Engine {
  /** Begins like a checkpoint's name, and goes with it when the run is finished. */
  private static final String LEARNT = "checkpoint.safetensors.learnt";

  /** Starts nothing yet. */
  public SparkEngine() {}

  /** Where the first worker leaves what was learnt. */
  static Path learnt(Path run) {
    return run.resolve(LEARNT);
  }

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public void run(Job job, Dataset dataset, LeadListener lead) throws IOException {
    Path data = DatasetCatalog.standard().locate(job.settings().get(Keys.DATA));
    try (SparkConnection cluster = SparkConnection.of(job.settings())) {
      new Preflight(cluster.session(), job.settings()).check();
      TaskOrder order = TaskOrder.of(job, data);
      List<String> told =
          new BarrierStage(cluster.session().sparkContext())
              .run(order.settings().workers(), new WorkerTask(order), lead);
      TrainingResult result = RunEvent.outcome(told);
      try (Arena passing = Arena.ofConfined()) {
        lead.finished(Safetensors.read(learnt(job.run()), passing), result);
      }
    }
  }
}
