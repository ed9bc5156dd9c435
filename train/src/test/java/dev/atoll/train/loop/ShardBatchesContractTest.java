package dev.atoll.train.loop;

import dev.atoll.comm.Transport;
import dev.atoll.graph.Dataset;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.nio.file.Path;

class ShardBatchesContractTest extends BatchSourceContract {
  ShardBatchesContractTest() {
    super(3, WHOLE_GRAPH);
  }

  @Override
  Team team(Dataset dataset, Transport transport, Path folder) throws IOException {
    return LocalTeam.join(dataset, transport, folder);
  }
}
