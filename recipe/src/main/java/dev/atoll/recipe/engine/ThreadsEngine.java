package dev.atoll.recipe.engine;

import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.tensor.cpu.SharedThreads;
import java.io.IOException;
import java.util.List;

/** Runs workers as threads of this process. */
public final class ThreadsEngine implements Engine {
  /** Creates the engine; {@link #run} starts the workers. */
  public ThreadsEngine() {}

  @Override
  public String name() {
    return "threads";
  }

  @Override
  public void run(Job job, Dataset dataset, RunListener lead) throws IOException {
    if (job.shards().isEmpty()) {
      Worker.runSingle(job, dataset, lead);
      return;
    }
    ShardFolder shards = ShardFolder.open(job.shards().get());
    int workers = job.settings().integer(Keys.WORKERS);
    List<Transport> transports =
        LocalTransport.group(workers, Composition.limits(job.settings())).stream()
            .map(direct -> Composition.withNetwork(direct, job.settings()))
            .toList();
    var threads = new SharedThreads();
    ThreadRanks.run(
        transports,
        transport -> {
          // Workers that stand for machines of their own do not help each other.
          boolean together = transport.sharedProcess().isPresent();
          Worker.run(
              job, dataset, shards, transport, together ? threads : new SharedThreads(), lead);
          return null;
        });
  }
}
