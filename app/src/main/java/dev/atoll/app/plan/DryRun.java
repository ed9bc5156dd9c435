package dev.atoll.app.plan;

import dev.atoll.app.memory.MemoryForecast;
import dev.atoll.app.plan.draw.CountingGpu;
import dev.atoll.app.plan.kernel.CountingBackend;
import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.app.plan.kernel.KernelProbe;
import dev.atoll.app.plan.kernel.KernelTimes;
import dev.atoll.app.plan.kernel.ShapedCall.Crew;
import dev.atoll.app.plan.kernel.WorkCounts;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Device;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.loop.Training;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.worker.ShardTeam;
import dev.atoll.train.worker.Team;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * A training run without the arithmetic: the workers of a recipe partition, sample, fetch, exchange
 * and reduce as in a real run, on a device that counts the work of kernels and computes nothing.
 * Bytes and memory are therefore those of the real run, for any policy, without a cost formula per
 * policy.
 */
final class DryRun {
  private static final long NEVER = 1_000_000;

  /** The largest number of epochs in which kernels are timed. */
  private static final int MOST_PROBED = 64;

  private static final int TIMES_LEAST_MEMORY = 8;
  private static final int FEWEST_PROBED = 2;

  /**
   * CPU seconds of the first worker for timing kernels, without those before their code is
   * compiled.
   */
  private static final double PROBE_SECONDS = 5;

  private static final double MOST_PROBE_SECONDS = 20;

  /** Epochs are steady once this many in a row were not faster. */
  private static final int STEADY_EPOCHS = 4;

  private static final double FASTER = 0.95;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Settings settings;
  private final TrainingPlan plan;
  private final Dataset dataset;
  private final double scale;
  private final CountedEpochs counted;
  private final double seconds;
  private final boolean firstAlone;
  private final Optional<GpuSpec> gpu;
  private final KernelProbe probe;
  private final String note;
  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicInteger reported = new AtomicInteger();
  private volatile int lastEpoch = Integer.MAX_VALUE;

  /**
   * @param dataset perhaps with only some of its training nodes
   * @param scale steps of a real epoch for each of this dataset
   * @param seconds the minimum duration, so that code gets compiled
   * @param firstAlone whether only the first worker is measured; the others then have no cores
   * @param kernelTimes learns what calls of kernels take
   * @param gpu of recipes with {@code device=cuda}
   */
  DryRun(
      Settings settings,
      Dataset dataset,
      double scale,
      double seconds,
      boolean firstAlone,
      KernelTimes kernelTimes,
      Optional<GpuSpec> gpu) {
    this.settings = settings.with(Keys.EVALUATE_EVERY, NEVER, "plan");
    this.plan = Composition.plan(this.settings).forEpochs(Integer.MAX_VALUE);
    this.dataset = dataset;
    this.scale = scale;
    this.counted = CountedEpochs.of(plan, dataset, settings.integer(Keys.WORKERS));
    this.seconds = seconds;
    this.firstAlone = firstAlone;
    this.gpu = gpu;
    this.probe = new KernelProbe(kernelTimes, crew(settings, firstAlone));
    if (!firstAlone && readsResults() && isOfHost() && hasMemory()) {
      probe.openToAll();
    }
    this.note =
        readsResults() && !probe.isOpenToAll()
            ? "bytes depend on results of kernels, which were not computed"
            : "";
  }

  /** The known differences from a real run; empty if there are none. */
  String note() {
    return note;
  }

  /** Whether messages depend on results of kernels. */
  private boolean readsResults() {
    return plan.sampled()
        .map(SampledPlan::readsResults)
        .orElseGet(() -> plan.fullGraph().exchange().refresh().readsRows());
  }

  private boolean isOfHost() {
    return settings.get(Keys.DEVICE).equals(Keys.DEVICE.fallback());
  }

  /** Whether a run is likely to have the memory it needs, by an estimate. */
  private boolean hasMemory() {
    long least = LeastMemory.of(settings, dataset).bytes();
    return least < MemoryForecast.availableBytes() / TIMES_LEAST_MEMORY;
  }

  private static Crew crew(Settings settings, boolean firstAlone) {
    int threads = Composition.threads(settings);
    int cores = Runtime.getRuntime().availableProcessors();
    int workers = firstAlone ? 1 : settings.integer(Keys.WORKERS);
    return new Crew(threads, Math.min(workers, Math.ceilDiv(cores, threads)));
  }

  /**
   * Runs the workers until enough epochs were counted.
   *
   * @param shards one per worker; absent when one worker has the whole graph
   */
  DryRunResult run(Optional<Path> shards) throws IOException {
    List<Part> parts =
        shards.isPresent()
            ? together(shards.get())
            : List.of(play(0, () -> Team.single(dataset, plan)));
    return new DryRunResult(
        Composition.threads(settings),
        firstAlone ? 1 : parts.size(),
        scale,
        EpochMeans.of(
            parts.getFirst().costs.subList(0, counted.count()),
            parts.getFirst().quiet,
            parts.size()),
        parts.stream().map(Part::result).toList());
  }

  private List<Part> together(Path shards) throws IOException {
    ShardFolder folder = ShardFolder.open(shards);
    int trainers = settings.integer(HostKeys.TRAINERS);
    return ThreadRanks.run(
        settings.integer(Keys.WORKERS),
        Composition.limits(settings),
        transport ->
            play(transport.rank(), () -> ShardTeam.join(transport, folder, trainers, true)));
  }

  /** Joins a team; called once the device of training exists. */
  @FunctionalInterface
  private interface TeamSource {
    Team join() throws IOException;
  }

  private Part play(int rank, TeamSource source) throws IOException {
    boolean watched = rank == 0 || !firstAlone;
    KernelProbe own = watched ? probe : KernelProbe.none();
    try (CountingBackend backend = device(own)) {
      return play(backend, source.join());
    }
  }

  /** The counting device: the host, or a GPU for which host memory stands in. */
  private CountingBackend device(KernelProbe own) {
    Precision precision = Precision.of(settings);
    if (isOfHost() && precision == Precision.BF16) {
      throw new SettingsException(
          "precision=bf16: plans for the host know full precision only; leave it out,"
              + " or take --set device=cuda");
    }
    Backend host =
        Composition.backend(
            settings
                .with(Keys.DEVICE, Keys.DEVICE.fallback(), "plan")
                .with(Keys.PRECISION, Precision.FP32, "plan"));
    return isOfHost()
        ? CountingBackend.ofHost(host, own)
        : new CountingGpu(
            host,
            new Device(Device.Kind.CUDA, 0),
            precision.activations(),
            gpu.map(GpuSpec::memoryBytes).orElse(Long.MAX_VALUE));
  }

  private Part play(CountingBackend backend, Team team) {
    try (Training training = Training.open(dataset, backend, plan, team)) {
      var part = new Part(backend, training, team.isLead());
      try {
        training.run(part);
      } catch (EndOfDryRun _) {
        part.end();
      }
      return part;
    }
  }

  /** Ends a dry run after enough epochs. */
  private static final class EndOfDryRun extends RuntimeException {
    private static final long serialVersionUID = 1;

    EndOfDryRun() {
      super("enough was seen", null, false, false);
    }
  }

  /** Opens the probe if there is real memory for all workers, so that kernels can be computed. */
  private void openProbe(long bytes) {
    long sum = heldBytes.addAndGet(bytes);
    int workers = firstAlone ? 1 : settings.integer(Keys.WORKERS);
    if (reported.incrementAndGet() == workers
        && !probe.isOpenToAll()
        && sum <= MemoryForecast.availableBytes()) {
      probe.open();
    }
  }

  /** One worker's share of the run: watches epochs until there are enough. */
  private final class Part implements TrainEvent.Listener {
    private final CountingBackend backend;
    private final Training training;
    private final WorkCounts counting;
    private final boolean leads;
    private final WorkCounts work = new WorkCounts();
    private DrawnWork drawn = DrawnWork.NONE;
    private final List<EpochCost> costs = new ArrayList<>();

    /** Costs of the epochs in which no kernel was computed. */
    private final List<EpochCost> quiet = new ArrayList<>();

    private long begun;
    private long begunCpu;

    /** The time since which no kernel was computed. */
    private long begunQuiet;

    private long probed;
    private long stepsSoFar;
    private long steps;
    private long held;
    private long deviceBytes;
    private long pinnedBytes;

    Part(CountingBackend backend, Training training, boolean leads) {
      this.backend = backend;
      this.training = training;
      this.counting = backend.tally();
      this.leads = leads;
    }

    @Override
    public void on(TrainEvent event) {
      if (event instanceof Started) {
        begun = System.nanoTime();
        begunQuiet = begun;
        begunCpu = THREADS.getCurrentThreadCpuTime();
        backend.beginEpochs();
        forget();
      } else if (event instanceof StepFinished) {
        stepsSoFar++;
      } else if (event instanceof EpochFinished epoch) {
        finished(epoch);
      }
    }

    private void finished(EpochFinished epoch) {
      WorkCounts ofEpoch = counting.take();
      DrawnWork drawnInEpoch = backend.takeDrawn();
      if (epoch.epoch() == 0) {
        evaluate();
      }
      if (epoch.epoch() < counted.from()) {
        forget();
        return;
      }
      costs.add(epoch.cost());
      if (probe.done() == probed) {
        quiet.add(epoch.cost());
      } else {
        begunQuiet = System.nanoTime();
      }
      probed = probe.done();
      work.add(ofEpoch, 1);
      drawn = drawn.plus(drawnInEpoch);
      steps = stepsSoFar;
      decide(epoch.epoch());
    }

    /** Allocates the memory of an evaluation; its work does not count for the epoch. */
    private void evaluate() {
      if (plan.sampled().isPresent()) {
        training.inference().prepare();
      }
      if (leads || !firstAlone) {
        openProbe(training.heldBytes());
      }
      counting.take();
      backend.takeDrawn();
    }

    private void forget() {
      counting.take();
      backend.takeDrawn();
      begunQuiet = System.nanoTime();
      probed = probe.done();
      stepsSoFar = 0;
    }

    /**
     * Decides on the lead when to end; no worker ends an epoch that the lead has not begun, so all
     * see the decision in time.
     */
    private void decide(int epoch) {
      if (leads) {
        if (probe.isOpenToAll() ? costs.size() >= counted.count() : isEnough()) {
          probe.close();
        }
        int fewest = counted.count() - 1;
        if (costs.size() >= fewest && quiet.size() >= fewest && isSettled()) {
          lastEpoch = Math.min(lastEpoch, epoch + 1);
        }
      }
      if (epoch >= lastEpoch) {
        throw new EndOfDryRun();
      }
    }

    /**
     * Whether epochs without kernels no longer get faster, in wall time or CPU time (which the
     * compiler uses as well), or the wait has taken too long.
     */
    private boolean isSettled() {
      double passed = secondsSince(begunQuiet);
      return passed >= seconds
          && (passed >= seconds + MOST_PROBE_SECONDS
              || (isSteady(EpochCost::seconds) && isSteady(EpochCost::cpuSeconds)));
    }

    private boolean isSteady(ToDoubleFunction<EpochCost> cost) {
      int before = Math.max(0, quiet.size() - STEADY_EPOCHS);
      return least(quiet, cost) > FASTER * least(quiet.subList(0, before), cost);
    }

    private static double least(List<EpochCost> epochs, ToDoubleFunction<EpochCost> cost) {
      return epochs.stream().mapToDouble(cost).min().orElse(Double.POSITIVE_INFINITY);
    }

    private static double secondsSince(long nanos) {
      return (System.nanoTime() - nanos) * 1e-9;
    }

    /** Whether kernels were timed for long enough, in CPU time or wall time. */
    private boolean isEnough() {
      double worked = (THREADS.getCurrentThreadCpuTime() - begunCpu) * 1e-9 - probe.earlySeconds();
      return costs.size() >= MOST_PROBED
          || (costs.size() >= FEWEST_PROBED
              && (worked > PROBE_SECONDS || secondsSince(begun) > MOST_PROBE_SECONDS + seconds));
    }

    void end() {
      held = training.heldBytes();
      deviceBytes = backend.deviceBytes();
      pinnedBytes = backend.pinnedBytes();
    }

    DryRunResult.OfWorker result() {
      double perEpoch = 1.0 / costs.size();
      var mean = new WorkCounts();
      mean.add(work, perEpoch);
      return new DryRunResult.OfWorker(
          mean,
          (double) steps / costs.size(),
          held,
          deviceBytes,
          pinnedBytes,
          drawn.times(perEpoch));
    }
  }
}
