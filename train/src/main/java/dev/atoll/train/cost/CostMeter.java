package dev.atoll.train.cost;

import com.sun.management.OperatingSystemMXBean;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;

/** Measures epochs, and adds up what all workers measured. */
public final class CostMeter {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private static final int PHASES = Phase.values().length;
  private static final int PURPOSES = Purpose.values().length;

  /** A request and its reply are two rounds, as the papers count them. */
  private static final int ROUNDS_PER_REQUEST = 2;

  private final Communicator workers;
  private final boolean sharedProcess;
  private final PhaseTimes times;
  private final ReadCounts reads;
  private Traffic traffic;
  private long wallStart;
  private long cpuStart;

  /**
   * @param sharedProcess whether all workers are threads of this process, whose CPU time is then
   *     counted once
   */
  public CostMeter(
      Communicator workers, boolean sharedProcess, PhaseTimes times, ReadCounts reads) {
    this.workers = workers;
    this.sharedProcess = sharedProcess;
    this.times = times;
    this.reads = reads;
  }

  /**
   * Begins an epoch; all workers call it together. None goes on before all have: what one asks of
   * another belongs to the epoch of both.
   */
  public void begin() {
    times.take();
    reads.takeLocal();
    reads.takePeer();
    traffic = workers.transport().traffic();
    workers.barrier();
    wallStart = System.nanoTime();
    cpuStart = SYSTEM.getProcessCpuTime();
  }

  /** Ends an epoch of so many steps; all workers call it together. */
  public EpochCost end(int steps) {
    double seconds = (System.nanoTime() - wallStart) * 1e-9;
    double cpu = (SYSTEM.getProcessCpuTime() - cpuStart) * 1e-9;
    Traffic sent = workers.transport().traffic().minus(traffic);
    double[] own = new double[PHASES + PURPOSES + 4];
    double[] phases = times.take();
    System.arraycopy(phases, 0, own, 0, PHASES);
    for (Purpose purpose : Purpose.values()) {
      own[PHASES + purpose.ordinal()] = sent.bytes(purpose);
    }
    int at = PHASES + PURPOSES;
    own[at] = reads.takeLocal();
    own[at + 1] = reads.takePeer();
    own[at + 2] = (double) ROUNDS_PER_REQUEST * sent.rounds() / steps;
    own[at + 3] = sharedProcess && workers.rank() > 0 ? 0 : cpu;
    return sum(seconds, gather(own));
  }

  private double[][] gather(double[] own) {
    double[] all = new double[own.length * workers.size()];
    System.arraycopy(own, 0, all, own.length * workers.rank(), own.length);
    long[] offsets = new long[workers.size() + 1];
    for (int rank = 0; rank < workers.size(); rank++) {
      offsets[rank + 1] = offsets[rank] + (long) own.length * Double.BYTES;
    }
    workers.allGather(Purpose.CONTROL, MemorySegment.ofArray(all), offsets);
    double[][] byRank = new double[workers.size()][own.length];
    for (int rank = 0; rank < byRank.length; rank++) {
      System.arraycopy(all, own.length * rank, byRank[rank], 0, own.length);
    }
    return byRank;
  }

  private static EpochCost sum(double seconds, double[][] byRank) {
    double[] sums = new double[byRank[0].length];
    double rounds = 0;
    for (double[] row : byRank) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += row[i];
      }
      rounds = Math.max(rounds, row[PHASES + PURPOSES + 2]);
    }
    var phases = new EnumMap<Phase, Double>(Phase.class);
    for (Phase phase : Phase.values()) {
      phases.put(phase, sums[phase.ordinal()] / byRank.length);
    }
    var bytes = new EnumMap<Purpose, Long>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, (long) sums[PHASES + purpose.ordinal()]);
    }
    int at = PHASES + PURPOSES;
    return new EpochCost(
        seconds, sums[at + 3], phases, bytes, rounds, (long) sums[at], (long) sums[at + 1]);
  }
}
