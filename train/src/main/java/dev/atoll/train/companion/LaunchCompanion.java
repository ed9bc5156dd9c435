package dev.atoll.train.companion;

import dev.atoll.comm.Communicator;
import dev.atoll.train.cost.JsonCollectives;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.schedule.Launch;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reports the launches of batches by a rule.
 *
 * @param takeLaunches returns the launches since the last call
 */
public record LaunchCompanion(Supplier<List<Launch>> takeLaunches) implements Companion {
  @Override
  public String name() {
    return "launches";
  }

  @Override
  public Optional<TrainEvent> afterEpoch(int epoch, Communicator workers) {
    Launch[] own = takeLaunches.get().toArray(Launch[]::new);
    return Optional.of(
        new TrainEvent.BatchesLaunched(
            epoch,
            JsonCollectives.allGather(workers, own, Launch[].class).stream()
                .map(List::of)
                .toList()));
  }
}
