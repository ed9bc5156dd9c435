package dev.atoll.app.plan;

import dev.atoll.app.plan.draw.SamplingSpeed;
import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.app.plan.kernel.KernelPrice;
import dev.atoll.app.plan.kernel.WorkCounts;
import dev.atoll.comm.Purpose;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.cost.Phase;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Computes the cost of a run from a dry run and the speed of machines.
 *
 * <pre>
 *   kernels    as long as calls of their shape took here; where workers share a machine no less
 *              than all their work over all its cores
 *   the rest   as long as it took in the dry run, where it was really done; batches that are made
 *              ahead overlap with kernels as far as there are cores for both
 *   draws      of a GPU that samples: edges and rows over the host's bus by their speeds, and a
 *              wait for every hop, which batches that are made ahead overlap with
 *   network    a worker's bytes / bandwidth + rounds · latency; what is fetched ahead
 *              overlaps with the kernels
 * </pre>
 *
 * @param gpu that computes, one of each machine; empty where cores do
 * @param ahead whether batches are made while others are computed
 * @param hostBytes of rows beside those on the device, by worker
 */
record Pricing(
    DryRunResult rehearsed,
    KernelPrice price,
    ClusterSpec cluster,
    Optional<GpuSpec> gpu,
    boolean ahead,
    List<Long> hostBytes) {
  /** Bytes of a process before it has any data. */
  private static final long PROGRAM_BYTES = 256L << 20;

  /** Threads that prepare batches ahead if a device draws them. */
  private static final double DRAWING_THREADS = 2;

  private static final double BITS_PER_BYTE = 8;
  private static final double GIGA = 1e9;
  private static final double MICRO = 1e-6;

  private int workers() {
    return rehearsed.workers().size();
  }

  double seconds() {
    double busy =
        ahead
            ? Math.max(
                Math.max(overheadSeconds(), drawingSeconds() / DRAWING_THREADS),
                Math.max(kernelSeconds(), cpuSeconds() / allCores()))
            : overheadSeconds() + kernelSeconds() + waitingSeconds();
    double fetching = networkSeconds(Purpose.FEATURES) + networkSeconds(Purpose.SAMPLING);
    double waiting =
        networkSeconds(Purpose.BOUNDARY)
            + networkSeconds(Purpose.GRADIENTS)
            + networkSeconds(Purpose.CONTROL);
    return ahead ? Math.max(busy + waiting, fetching) : busy + waiting + fetching;
  }

  Map<Phase, Double> phases() {
    var phases = new EnumMap<Phase, Double>(Phase.class);
    double crowd = overheadSeconds() / hostSeconds();
    for (Phase phase : Phase.values()) {
      boolean byDevice = draws() && (phase == Phase.SAMPLE || phase == Phase.FETCH);
      phases.put(phase, (byDevice ? 0 : rehearsed.seconds(phase) * crowd) + beside(phase));
    }
    return phases;
  }

  /** Whether a GPU draws its own batches; in the dry run the host did so instead. */
  private boolean draws() {
    return gpu.isPresent() && rehearsed.workers().stream().anyMatch(w -> w.drawn().isAny());
  }

  /** Seconds of an epoch's draws: of all workers that share a GPU, or of the slowest. */
  private double ofDraws(ToDoubleBiFunction<SamplingSpeed, DrawnWork> seconds) {
    if (!draws()) {
      return 0;
    }
    SamplingSpeed speed = gpu.orElseThrow().sampling();
    DoubleStream byWorker =
        rehearsed.workers().stream()
            .mapToDouble(w -> rehearsed.scale() * seconds.applyAsDouble(speed, w.drawn()));
    return cluster.shared() ? byWorker.sum() : byWorker.max().orElse(0);
  }

  private double waitingSeconds() {
    return ofDraws(SamplingSpeed::waitingSeconds);
  }

  /** Seconds in which batches are drawn and fetched one after the other. */
  private double drawingSeconds() {
    return waitingSeconds() + ofDraws(SamplingSpeed::busySeconds);
  }

  /**
   * Seconds of an epoch on the host without kernels; if a device draws, without the host's
   * emulation of it.
   */
  private double hostSeconds() {
    if (!draws()) {
      return rehearsed.seconds();
    }
    double making = rehearsed.seconds(Phase.SAMPLE) + rehearsed.seconds(Phase.FETCH);
    double computing =
        rehearsed.seconds(Phase.COMPUTE)
            + rehearsed.seconds(Phase.EXCHANGE)
            + rehearsed.seconds(Phase.REDUCE);
    double left = Math.max(0, making - emulationSeconds() / workers());
    return Math.min(
        rehearsed.seconds(),
        ahead ? Math.max(computing, left / DRAWING_THREADS) : computing + left);
  }

  /** Seconds of emulated draws of all workers, in an epoch. */
  private double emulationSeconds() {
    return rehearsed.scale()
        * rehearsed.workers().stream().mapToDouble(w -> w.drawn().emulationSeconds()).sum();
  }

  private double beside(Phase phase) {
    return switch (phase) {
      case SAMPLE ->
          networkSeconds(Purpose.SAMPLING) + drawingSeconds() - ofDraws(SamplingSpeed::readSeconds);
      case FETCH -> networkSeconds(Purpose.FEATURES) + ofDraws(SamplingSpeed::readSeconds);
      case COMPUTE -> kernelSeconds() - ofDraws(SamplingSpeed::busySeconds);
      case EXCHANGE -> networkSeconds(Purpose.BOUNDARY);
      case REDUCE -> networkSeconds(Purpose.GRADIENTS);
    };
  }

  /**
   * Seconds of an epoch without kernels and network; workers with machines of their own do not slow
   * each other down.
   */
  private double overheadSeconds() {
    if (cluster.shared()) {
      boolean all = rehearsed.together() == workers();
      return all
          ? hostSeconds()
          : Math.max(hostSeconds(), rehearsed.cpuSeconds() / cluster.cores());
    }
    double threads = (double) rehearsed.together() * rehearsed.threads();
    double here = Runtime.getRuntime().availableProcessors();
    return hostSeconds() * Math.min(1, here / threads);
  }

  private int allCores() {
    return cluster.shared() ? cluster.cores() : cluster.cores() * workers();
  }

  private double kernelSeconds() {
    if (gpu.isPresent()) {
      DoubleStream seconds = gpuSeconds(gpu.get());
      return (cluster.shared() ? seconds.sum() : seconds.max().orElse(0))
          + ofDraws(SamplingSpeed::busySeconds);
    }
    double most = coreSeconds().max().orElse(0);
    return cluster.shared()
        ? Math.max(most / rehearsed.threads(), coreSeconds().sum() / cluster.cores())
        : most / cluster.cores();
  }

  /** Seconds of every worker's kernels and copies on a GPU. */
  private DoubleStream gpuSeconds(GpuSpec device) {
    return rehearsed.workers().stream()
        .mapToDouble(worker -> rehearsed.scale() * device.speed().coreSeconds(worker.work()));
  }

  /** CPU seconds of every worker's kernels. */
  private DoubleStream coreSeconds() {
    if (gpu.isPresent()) {
      return DoubleStream.empty();
    }
    int threads = rehearsed.threads();
    Map<WorkCounts, Double> known = new HashMap<>(); // many workers may be alike
    return rehearsed.workers().stream()
        .mapToDouble(
            worker ->
                rehearsed.scale()
                    * threads
                    * known.computeIfAbsent(worker.work(), work -> price.seconds(work, threads)));
  }

  /** CPU seconds of all workers. */
  double cpuSeconds() {
    return draws()
        ? Math.max(hostSeconds(), rehearsed.cpuSeconds() - emulationSeconds())
        : rehearsed.cpuSeconds() + coreSeconds().sum();
  }

  private double networkSeconds(Purpose purpose) {
    if (workers() == 1) {
      return 0;
    }
    double share = rehearsed.bytes(purpose) / Math.max(1, totalBytes());
    double sending =
        cluster.gbps() == 0
            ? 0
            : rehearsed.maxSentBytes() * share * BITS_PER_BYTE / (cluster.gbps() * GIGA);
    return sending + rehearsed.rounds(purpose) * cluster.latencyMicros() * MICRO;
  }

  private double totalBytes() {
    double sum = 0;
    for (Purpose purpose : Purpose.values()) {
      sum += rehearsed.bytes(purpose);
    }
    return sum;
  }

  Map<Purpose, Long> bytes() {
    var bytes = new EnumMap<Purpose, Long>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, Math.round(rehearsed.bytes(purpose)));
    }
    return bytes;
  }

  long peakBytes() {
    return rehearsed.workers().stream().mapToLong(DryRunResult.OfWorker::heldBytes).max().orElse(0);
  }

  private long hostBytes(int rank) {
    return hostBytes.get(rank) + rehearsed.workers().get(rank).pinnedBytes();
  }

  long maxHostBytes() {
    long most = 0;
    for (int rank = 0; rank < workers(); rank++) {
      most = Math.max(most, hostBytes(rank));
    }
    return most;
  }

  /** Bytes on the device, of the worker that takes most; 0 without a GPU. */
  long deviceBytes() {
    return gpu.isEmpty() ? 0 : ofDevice().max().orElse(0);
  }

  private LongStream ofDevice() {
    return rehearsed.workers().stream().mapToLong(DryRunResult.OfWorker::deviceBytes);
  }

  /** The reason why the recipe does not fit; empty if it does. */
  String problem() {
    return Stream.of(gpu.map(this::problemOfDevice).orElse(""), problemOfHost())
        .filter(problem -> !problem.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private String problemOfDevice(GpuSpec device) {
    long needed = cluster.shared() ? ofDevice().sum() : ofDevice().max().orElse(0);
    return needed <= device.memoryBytes()
        ? ""
        : "%s on the GPU, which has %s (%s)"
            .formatted(
                cluster.shared()
                    ? "%d workers need %s".formatted(workers(), Units.bytes(needed))
                    : "a worker needs " + Units.bytes(needed),
                Units.bytes(device.memoryBytes()),
                device.name());
  }

  private String problemOfHost() {
    long most = 0;
    long sum = 0;
    for (int rank = 0; rank < workers(); rank++) {
      DryRunResult.OfWorker worker = rehearsed.workers().get(rank);
      long bytes = worker.heldBytes() + hostBytes(rank);
      bytes -= gpu.isPresent() ? worker.deviceBytes() : 0;
      most = Math.max(most, bytes);
      sum += bytes;
    }
    if (cluster.shared()) {
      return sum <= cluster.memoryBytes()
          ? ""
          : "%d workers need %s, the machine has %s"
              .formatted(workers(), Units.bytes(sum), Units.bytes(cluster.memoryBytes()));
    }
    long needed = most + PROGRAM_BYTES;
    return needed <= cluster.memoryBytes()
        ? ""
        : "a worker needs %s and has %s"
            .formatted(Units.bytes(needed), Units.bytes(cluster.memoryBytes()));
  }
}
