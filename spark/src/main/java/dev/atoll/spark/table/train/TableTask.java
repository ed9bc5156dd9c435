package dev.atoll.spark.table.train;

import dev.atoll.comm.Transport;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
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
import dev.atoll.tensor.Backend;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.evaluate.LinkScorer;
import dev.atoll.train.evaluate.NodeRows;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.worker.ShardTeam;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.BarrierTaskContext;

/**
 * One worker of a run on a stored graph. Leaves its share of the predictions, and the first worker
 * what was learnt, in the storage of the run.
 */
record TableTask(TaskSettings settings, SharedStorage graph, SharedStorage run)
    implements BarrierTask {
  static final String WEIGHTS = "weights.safetensors";

  /** Those of the weights that tell links from other pairs. */
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
      try (Dataset dataset = dataset(part, own)) {
        TaskRendezvous.with(context, settings.identity(context.stageAttemptNumber()), own)
            .run(
                (direct, oneProcess) -> {
                  try (Transport transport = Composition.link(direct, own)) {
                    train(own, dataset, transport, oneProcess, lead, scratch.path());
                  }
                });
      }
      if (rank == 0) {
        run.put(weights, WEIGHTS);
      }
      return lead.lines();
    }
  }

  private Dataset dataset(StoredPart part, Settings own) throws IOException {
    Dataset dataset = part.dataset();
    try {
      return own.get(Keys.TASK).equals("link")
          ? part.withLinks(dataset, LinkInfo.in(graph).orElseThrow())
          : dataset;
    } catch (IOException | RuntimeException e) {
      dataset.close();
      throw e;
    }
  }

  private void train(
      Settings own,
      Dataset dataset,
      Transport transport,
      boolean oneProcess,
      TaskListener lead,
      Path local)
      throws IOException {
    TrainingPlan plan = Composition.plan(own);
    ShardTeam team = ShardTeam.join(transport, ShardFolder.open(local), oneProcess);
    try (Backend backend = Composition.backend(own);
        Training training = Training.open(dataset, backend, plan, team)) {
      boolean first = transport.rank() == 0;
      if (first) {
        lead.begins(backend.describe());
      }
      Checkpoints checkpoints =
          new StoredCheckpoints(run, local, transport.rank())
              .restore(own.integer(Keys.CHECKPOINT_EVERY));
      TrainingResult result = training.run(first ? lead : _ -> {}, checkpoints);
      try (Arena passing = Arena.ofConfined()) {
        if (plan.objective() instanceof Objective.Node) {
          put(local, logits(transport.rank()), training.logits(passing));
        }
        put(local, embeddings(transport.rank()), training.embeddings(passing));
        if (first) {
          Safetensors learnt = training.weights(passing);
          LinkScorer.decoderOf(learnt).write(local.resolve(DECODER));
          run.put(local.resolve(DECODER), DECODER);
          lead.finished(learnt, result);
        }
      }
    } catch (RuntimeException | IOException | Error e) {
      transport.fail(e);
      throw e;
    }
  }

  private void put(Path local, String name, NodeRows rows) throws IOException {
    Path file = local.resolve(name);
    Npy.write(file, NpyArray.of(name, rows.elements(), NpyType.FLOAT32, rows.rows(), rows.width()));
    run.put(file, name);
  }
}
