package dev.atoll.train.cost;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import dev.atoll.tensor.device.CpuTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures the cost of epochs, summed over all workers. */
public final class CostMeter {

  private static final int PHASES = Phase.values().length;
  private static final int PURPOSES = Purpose.values().length;

  /** Broadcasts sent and skipped, their largest age, rounds, seconds of the processor. */
  private static final int OTHERS = 5;

  /** A request and its reply are two rounds, as the papers count them. */
  private static final int ROUNDS_PER_REQUEST = 2;

  private final Communicator workers;
  private final PartGroup part;
  private final boolean sharedProcess;
  private final PhaseTimes times;
  private final ReadCounts reads;
  private final BroadcastCounts broadcasts;
  private Traffic traffic;
  private long wallStart;
  private double cpuStart;

  /**
   * @param part the workers on this one's machine, to which bytes do not count
   * @param sharedProcess whether all workers are threads of this process, whose CPU time is then
   *     counted once
   */
  public CostMeter(
      Communicator workers,
      PartGroup part,
      boolean sharedProcess,
      PhaseTimes times,
      ReadCounts reads,
      BroadcastCounts broadcasts) {
    this.workers = workers;
    this.part = part;
    this.sharedProcess = sharedProcess;
    this.times = times;
    this.reads = reads;
    this.broadcasts = broadcasts;
  }

  /** Bytes to workers of other parts. */
  private long crossing(Traffic sent, Purpose purpose) {
    long bytes = 0;
    for (int peer = 0; peer < workers.size(); peer++) {
      bytes += part.has(peer) ? 0 : sent.bytes(purpose, peer);
    }
    return bytes;
  }

  /** Bytes that all workers have sent until now, by purpose; all call it together. */
  public Map<Purpose, Long> bytesSoFar() {
    workers.barrier();
    Traffic sent = workers.transport().traffic();
    double[] own =
        Arrays.stream(Purpose.values()).mapToDouble(purpose -> crossing(sent, purpose)).toArray();
    double[][] byRank = workers.allGather(Purpose.CONTROL, own);
    var bytes = new EnumMap<Purpose, Long>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, (long) sum(byRank, purpose.number()));
    }
    return bytes;
  }

  /**
   * Begins an epoch; all workers call it together. Counters are read between two barriers, so that
   * a request counts in the same epoch on both workers.
   */
  public void begin() {
    workers.barrier();
    for (Phase phase : Phase.values()) {
      times.take(phase);
    }
    reads.take();
    broadcasts.takeSent();
    broadcasts.takeSkipped();
    broadcasts.takeMaxAge();
    broadcasts.takeBytes(workers.size());
    traffic = workers.transport().traffic();
    workers.barrier();
    wallStart = System.nanoTime();
    cpuStart = CpuTime.seconds();
  }

  /**
   * Ends an epoch; all workers call it together. Embeddings and gradients count in the epoch that
   * sends them, even where they are still on their way.
   */
  public EpochCost end(int steps) {
    double seconds = (System.nanoTime() - wallStart) * 1e-9;
    double cpu = CpuTime.seconds() - cpuStart;
    Traffic sent = workers.transport().traffic().minus(traffic);
    var own = new Figures(workers.size());
    double exchange = times.take(Phase.EXCHANGE);
    for (Phase phase : Phase.values()) {
      own.add(phaseSeconds(phase, exchange));
    }
    long[] boundary = broadcasts.takeBytes(workers.size());
    for (int peer = 0; peer < boundary.length; peer++) {
      boundary[peer] = part.has(peer) ? 0 : boundary[peer];
    }
    for (Purpose purpose : Purpose.values()) {
      boolean counted = purpose == Purpose.BOUNDARY;
      own.add((double) (counted ? Arrays.stream(boundary).sum() : crossing(sent, purpose)));
    }
    for (double figure : reads.take().figures()) {
      own.add(figure);
    }
    own.add((double) broadcasts.takeSent());
    own.add((double) broadcasts.takeSkipped());
    own.add((double) broadcasts.takeMaxAge());
    own.add((double) ROUNDS_PER_REQUEST * sent.rounds() / steps);
    own.add(sharedProcess && workers.rank() > 0 ? 0 : cpu);
    for (int peer = 0; peer < workers.size(); peer++) {
      long others = sent.bytesTo(peer) - sent.bytes(Purpose.BOUNDARY, peer);
      own.add((double) (part.has(peer) ? 0 : others + boundary[peer]));
    }
    return merge(seconds, steps, workers.allGather(Purpose.CONTROL, own.elements));
  }

  /** Rows are exchanged in the middle of computing. */
  private double phaseSeconds(Phase phase, double exchange) {
    return switch (phase) {
      case EXCHANGE -> exchange;
      case COMPUTE -> times.take(phase) - exchange;
      case SAMPLE, FETCH, REDUCE -> times.take(phase);
    };
  }

  /** Figures in a fixed order: every worker writes its own, and all read the sums. */
  private static final class Figures {
    private final double[] elements;
    private int next;

    Figures(int peers) {
      elements = new double[PHASES + PURPOSES + RowReads.FIGURES + OTHERS + peers];
    }

    void add(double figure) {
      elements[next++] = figure;
    }
  }

  private static EpochCost merge(double seconds, int steps, double[][] byRank) {
    int at = 0;
    var phases = new EnumMap<Phase, Double>(Phase.class);
    for (Phase phase : Phase.values()) {
      phases.put(phase, sum(byRank, at++) / byRank.length);
    }
    var bytes = new EnumMap<Purpose, Long>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, (long) sum(byRank, at++));
    }
    double[] reads = new double[RowReads.FIGURES];
    for (int i = 0; i < reads.length; i++) {
      reads[i] = sum(byRank, at++);
    }
    long sent = (long) sum(byRank, at++);
    long skipped = (long) sum(byRank, at++);
    long maxAge = (long) max(byRank, at++);
    double rounds = max(byRank, at++);
    double cpu = sum(byRank, at++);
    return new EpochCost(
        seconds,
        cpu,
        phases,
        bytes,
        rounds,
        RowReads.of(reads),
        sent,
        skipped,
        maxAge,
        traffic(byRank, at),
        steps);
  }

  private static List<List<Long>> traffic(double[][] byRank, int at) {
    return Arrays.stream(byRank)
        .map(row -> Arrays.stream(row, at, row.length).mapToObj(sent -> (long) sent).toList())
        .toList();
  }

  private static double max(double[][] byRank, int figure) {
    return Arrays.stream(byRank).mapToDouble(row -> row[figure]).max().orElse(0);
  }

  private static double sum(double[][] byRank, int figure) {
    return Arrays.stream(byRank).mapToDouble(row -> row[figure]).sum();
  }
}
