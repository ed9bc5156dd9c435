package dev.atoll.app.plan;

import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.MeasuredEpochs;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.loop.Training;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.worker.ShardTeam;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run with everything but the arithmetic: the workers of a recipe partition, sample, fetch,
 * exchange and reduce as in a real run, on a device that counts the work of kernels and computes
 * nothing. Bytes and memory are therefore those of the real run, for any policy, without a cost
 * formula per policy.
 */
final class DryRun {
  /** Rows that are sent every second, third, fourth or sixth epoch are in the mean as they are. */
  private static final int WHOLE_GRAPH_EPOCHS = 12;

  private static final int SAMPLED_EPOCHS = 2;
  private static final long NEVER = 1_000_000;

  private final Settings settings;
  private final TrainingPlan plan;
  private final Dataset dataset;
  private final double scale;
  private final int epochs;
  private final double seconds;
  private volatile int lastEpoch = Integer.MAX_VALUE;

  /**
   * @param dataset perhaps with fewer training nodes than there are
   * @param scale steps of a real epoch for each of this dataset
   * @param seconds to go on for at least, so that code that is slow at first gets fast
   */
  DryRun(Settings settings, Dataset dataset, double scale, double seconds) {
    this.settings = settings.with(Keys.EVALUATE_EVERY, NEVER, "plan");
    this.plan = Composition.plan(this.settings).forEpochs(Integer.MAX_VALUE);
    this.dataset = dataset;
    this.scale = scale;
    this.epochs = plan.sampled().isPresent() ? SAMPLED_EPOCHS : WHOLE_GRAPH_EPOCHS;
    this.seconds = seconds;
  }

  /**
   * Runs it.
   *
   * @param shards one per worker; absent when one worker has the whole graph
   */
  DryRunResult run(Optional<Path> shards) throws IOException {
    List<Part> parts =
        shards.isPresent()
            ? together(shards.get())
            : List.of(play(() -> Team.single(dataset, plan)));
    return new DryRunResult(
        Composition.threads(settings),
        scale,
        parts.getFirst().costs,
        parts.stream().map(Part::result).toList());
  }

  private List<Part> together(Path shards) throws IOException {
    ShardFolder folder = ShardFolder.open(shards);
    int trainers = settings.integer(HostKeys.TRAINERS);
    return ThreadRanks.run(
        settings.integer(Keys.WORKERS),
        Composition.limits(settings),
        transport -> play(() -> ShardTeam.join(transport, folder, trainers, true)));
  }

  /** Joins a team once there is a device to train on. */
  @FunctionalInterface
  private interface TeamSource {
    Team join() throws IOException;
  }

  private Part play(TeamSource source) throws IOException {
    try (var backend = new CountingBackend(Composition.backend(settings))) {
      return play(backend, source.join());
    }
  }

  private Part play(CountingBackend backend, Team team) {
    try (Training training = Training.open(dataset, backend, plan, team)) {
      var part = new Part(backend.tally(), team.isLead());
      try {
        training.run(part);
      } catch (EndOfDryRun _) {
        part.heldBytes = training.heldBytes();
      }
      return part;
    }
  }

  /** Ends a dry run. */
  private static final class EndOfDryRun extends RuntimeException {
    private static final long serialVersionUID = 1;

    EndOfDryRun() {
      super("enough was seen", null, false, false);
    }
  }

  /** One worker's part: watches epochs until there are enough. */
  private final class Part implements TrainEvent.Listener {
    private final WorkCounts counting;
    private final boolean leads;
    private final WorkCounts work = new WorkCounts();
    private final List<EpochCost> costs = new ArrayList<>();
    private long begun;
    private long stepsSoFar;
    private long steps;
    private long heldBytes;

    Part(WorkCounts counting, boolean leads) {
      this.counting = counting;
      this.leads = leads;
    }

    @Override
    public void on(TrainEvent event) {
      if (event instanceof Started) {
        begun = System.nanoTime();
        forget();
      } else if (event instanceof StepFinished) {
        stepsSoFar++;
      } else if (event instanceof EpochFinished epoch) {
        if (epoch.epoch() < warmUp()) {
          forget();
          return;
        }
        costs.add(epoch.cost());
        work.add(counting.take(), 1);
        steps = stepsSoFar;
        decide(epoch.epoch());
      }
    }

    private int warmUp() {
      return Math.min(MeasuredEpochs.WARM_UP, epochs - 1);
    }

    private void forget() {
      counting.take();
      stepsSoFar = 0;
    }

    /** No worker ends an epoch that the first one has not begun, so all are notified in time. */
    private void decide(int epoch) {
      boolean lastButOne = costs.size() % epochs == epochs - 1;
      if (lastButOne && leads && (System.nanoTime() - begun) * 1e-9 >= seconds) {
        lastEpoch = Math.min(lastEpoch, epoch + 1);
      }
      if (epoch >= lastEpoch) {
        throw new EndOfDryRun();
      }
    }

    DryRunResult.OfWorker result() {
      double perEpoch = 1.0 / costs.size();
      var mean = new WorkCounts();
      mean.add(work, perEpoch);
      return new DryRunResult.OfWorker(mean, perEpoch * steps, heldBytes);
    }
  }
}
