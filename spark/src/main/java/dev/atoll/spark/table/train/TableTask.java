package dev.atoll.spark.table.train;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.engine.Job;
import dev.atoll.recipe.engine.Worker;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.spark.BarrierTask;
import dev.atoll.spark.ExecutorNeeds;
import dev.atoll.spark.RunCounters;
import dev.atoll.spark.TaskListener;
import dev.atoll.spark.TaskRendezvous;
import dev.atoll.spark.TaskSettings;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.store.LinkInfo;
import dev.atoll.train.evaluate.LinkScorer;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.loop.Training;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.BarrierTaskContext;

/**
 * One worker of a run on a stored graph. Writes its share of the predictions, and the first worker
 * the weights, to the storage of the run.
 */
record TableTask(TaskSettings settings, SharedStorage graph, SharedStorage run)
    implements BarrierTask {
  static final String WEIGHTS = "weights.safetensors";

  /** The file of the decoder's weights, which score pairs. */
  static final String DECODER = "decoder.safetensors";

  static String logits(int part) {
    return "part-" + part + "-logits.npy";
  }

  static String embeddings(int part) {
    return "part-" + part + "-embeddings.npy";
  }

  @Override
  public List<String> run(BarrierTaskContext context, RunCounters counters) throws IOException {
    ExecutorNeeds.require();
    Settings own = settings.with(context.cpus());
    int rank = context.partitionId();
    try (var scratch = new ScratchFolder()) {
      var part = new StoredPart(graph, GraphInfo.in(graph), rank, scratch.path());
      part.fetchShard();
      Path weights = scratch.path().resolve(WEIGHTS);
      var lead = new TaskListener(counters, weights);
      Job job = job(own, scratch.path(), rank);
      try (StoredData data = data(part, own)) {
        TaskRendezvous.with(context, settings.identity(context.stageAttemptNumber()), own)
            .run(
                (transport, oneProcess) ->
                    Worker.runConnected(
                        job,
                        data,
                        transport,
                        oneProcess,
                        lead,
                        training -> putRows(job, training, rank)));
      }
      if (rank == 0) {
        putWeights(weights);
      }
      return lead.lines();
    }
  }

  /** The job of a worker whose files are in a folder of its own. */
  private Job job(Settings own, Path local, int rank) throws IOException {
    return new Job(
        own,
        Composition.plan(own),
        local,
        Optional.of(local),
        new StoredCheckpoints(run, local, rank).restore(own.integer(Keys.CHECKPOINT_EVERY)));
  }

  private StoredData data(StoredPart part, Settings own) throws IOException {
    StoredData data = part.data();
    try {
      return own.get(Keys.TASK).equals("link")
          ? part.withLinks(data, LinkInfo.in(graph).orElseThrow())
          : data;
    } catch (IOException | RuntimeException e) {
      data.close();
      throw e;
    }
  }

  private void putRows(Job job, Training training, int rank) throws IOException {
    try (Arena passing = Arena.ofConfined()) {
      if (job.plan().objective() instanceof Objective.Node) {
        put(job.run(), logits(rank), training.inference().logits(passing));
      }
      put(job.run(), embeddings(rank), training.inference().embeddings(passing));
    }
  }

  private void putWeights(Path weights) throws IOException {
    try (Arena passing = Arena.ofConfined()) {
      Path decoder = weights.resolveSibling(DECODER);
      LinkScorer.decoderOf(Safetensors.read(weights, passing)).write(decoder);
      run.put(decoder, DECODER);
    }
    run.put(weights, WEIGHTS);
  }

  private void put(Path local, String name, NodeRows rows) throws IOException {
    Path file = local.resolve(name);
    Npy.write(file, NpyArray.of(name, rows.elements(), NpyType.FLOAT32, rows.rows(), rows.width()));
    run.put(file, name);
  }
}
