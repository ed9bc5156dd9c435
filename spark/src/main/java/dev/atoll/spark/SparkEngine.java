package dev.atoll.spark;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.engine.Engine;
import dev.atoll.recipe.engine.Job;
import dev.atoll.recipe.engine.RunListener;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs workers as tasks of a Spark cluster, connected by TCP; this process is the driver. The run
 * folder and the dataset must be on a disk that all executors see.
 */
public final class SparkEngine implements Engine {
  /**
   * The file of the trained weights. It begins like a checkpoint's name, so that it is deleted with
   * the checkpoints.
   */
  private static final String WEIGHTS = "checkpoint.safetensors.learnt";

  /** Creates the engine; starts nothing. */
  public SparkEngine() {}

  /** The file to which the first worker writes the trained weights. */
  static Path weights(Path run) {
    return run.resolve(WEIGHTS);
  }

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public void run(Job job, Dataset dataset, RunListener lead) throws IOException {
    Path data = DatasetCatalog.standard().locate(job.settings().get(Keys.DATA));
    try (SparkConnection cluster = SparkConnection.of(job.settings())) {
      new Preflight(cluster.session(), job.settings()).check();
      TaskOrder order = TaskOrder.of(job, data);
      List<String> lines =
          new BarrierStage(cluster.session().sparkContext())
              .run(order.settings().workers(), new WorkerTask(order), lead);
      TrainingResult result = RunEvent.outcome(lines);
      try (Arena passing = Arena.ofConfined()) {
        lead.finished(Safetensors.read(weights(job.run()), passing), result);
      }
    }
  }
}
