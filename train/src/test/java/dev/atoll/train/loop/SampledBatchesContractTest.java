package dev.atoll.train.loop;

import dev.atoll.comm.Transport;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Mini-batches with all neighbours, under every schedule. */
class SampledBatchesContractTest {
  private abstract static class Sampled extends BatchSourceContract {
    Sampled(int workers, Schedule schedule) {
      super(
          workers,
          WHOLE_GRAPH.with(
              new SampledPlan(
                  16,
                  Fanouts.of(Fanouts.ALL, Fanouts.ALL),
                  new UniformSampling(),
                  Shuffle.LOCAL,
                  schedule,
                  RowCodec.fp32())));
    }

    @Override
    Team team(Dataset dataset, Transport transport, Path folder) throws IOException {
      return LocalTeam.join(dataset, transport, folder);
    }
  }

  @Nested
  class OnOneWorker extends Sampled {
    OnOneWorker() {
      super(1, Schedule.ahead(0));
    }
  }

  @Nested
  class Prefetched extends Sampled {
    Prefetched() {
      super(3, Schedule.ahead(2));
    }
  }

  @Nested
  class OnTwoLevels extends Sampled {
    OnTwoLevels() {
      super(3, new TwoLevel(100, 4));
    }
  }
}
