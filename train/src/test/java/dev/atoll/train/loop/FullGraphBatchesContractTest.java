package dev.atoll.train.loop;

import dev.atoll.comm.Transport;
import dev.atoll.graph.Dataset;
import dev.atoll.train.worker.Team;
import java.nio.file.Path;

class FullGraphBatchesContractTest extends BatchSourceContract {
  FullGraphBatchesContractTest() {
    super(1, WHOLE_GRAPH);
  }

  @Override
  Team team(Dataset dataset, Transport transport, Path folder) {
    return Team.single(dataset, WHOLE_GRAPH);
  }

  /** The whole graph is the one batch. */
  @Override
  boolean holdsBatches() {
    return false;
  }
}
