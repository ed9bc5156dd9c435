package dev.atoll.spark;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.engine.Job;
import dev.atoll.recipe.engine.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.BarrierTaskContext;

/** Runs one worker of a run whose files are visible to all executors. */
record WorkerTask(TaskOrder order) implements BarrierTask {
  @Override
  public List<String> run(BarrierTaskContext context, RunCounters counters) throws IOException {
    ExecutorNeeds.require();
    Job job = order.job(context.cpus());
    var lead = new TaskListener(counters, SparkEngine.weights(job.run()));
    try (Dataset dataset = DatasetFolder.open(Path.of(order.data()), DatasetFolder.Check.SIZES)) {
      if (job.shards().isEmpty()) {
        Worker.runSingle(job, dataset, lead);
      } else {
        TaskRendezvous.with(
                context, order.settings().identity(context.stageAttemptNumber()), job.settings())
            .run(
                (transport, oneProcess) ->
                    Worker.runConnected(job, dataset, transport, oneProcess, lead));
      }
    }
    return lead.lines();
  }
}
