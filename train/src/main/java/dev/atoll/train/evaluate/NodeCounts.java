package dev.atoll.train.evaluate;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.train.metric.Metrics;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Sums counts and gathers scores over all workers, which call it together. */
final class NodeCounts {
  private static final int LEAD = 0;
  private static final long SCORE_BYTES = Double.BYTES + 1L;

  private final Communicator workers;

  private NodeCounts(Communicator workers) {
    this.workers = workers;
  }

  static NodeCounts of(Communicator workers) {
    return workers.size() == 1 ? alone() : new NodeCounts(workers);
  }

  /** The counts of a worker that has the rows of all nodes. */
  static NodeCounts alone() {
    return new NodeCounts(null);
  }

  /**
   * The sums of counts over all workers.
   *
   * @param numbers whether all scores of this worker are numbers
   * @throws dev.atoll.train.metric.NanScoreException on all workers if the scores of any worker are
   *     not numbers
   */
  long[] sums(long[] own, boolean numbers) {
    if (workers == null) {
      return requireNumbers(own, numbers);
    }
    double[] sent = new double[own.length + 1];
    Arrays.setAll(sent, i -> i < own.length ? (double) own[i] : numbers ? 0.0 : 1.0);
    long[] sums = new long[own.length];
    boolean allNumbers = true;
    for (double[] each : workers.allGather(Purpose.CONTROL, sent)) {
      for (int i = 0; i < own.length; i++) {
        sums[i] += (long) each[i];
      }
      allNumbers &= each[own.length] == 0;
    }
    return requireNumbers(sums, allNumbers);
  }

  private static long[] requireNumbers(long[] counts, boolean numbers) {
    if (!numbers) {
      Metrics.requireNumber(Float.NaN);
    }
    return counts;
  }

  /** A metric of the order of scores. */
  @FunctionalInterface
  interface RankMetric {
    double of(double[] scores, boolean[] positive);
  }

  /** A metric of all workers' scores, which the first worker computes. */
  double ofRanks(
      int count, IntToDoubleFunction score, IntPredicate positive, RankMetric rankMetric) {
    var gathered = new Gathered();
    MemorySegment own = MemorySegment.ofArray(new byte[Math.toIntExact(count * SCORE_BYTES)]);
    for (int i = 0; i < count; i++) {
      own.set(JAVA_DOUBLE_UNALIGNED, i * SCORE_BYTES, score.applyAsDouble(i));
      own.set(JAVA_BYTE, (i + 1) * SCORE_BYTES - 1, (byte) (positive.test(i) ? 1 : 0));
    }
    if (workers == null) {
      gathered.add(own);
      return gathered.metric(rankMetric);
    }
    var out = new MemorySegment[workers.size()];
    Arrays.fill(out, MemorySegment.NULL);
    out[LEAD] = own;
    workers.exchange(Purpose.CONTROL, out, (_, part) -> gathered.add(part));
    double value = workers.rank() == LEAD ? gathered.metric(rankMetric) : 0;
    return workers.allGather(Purpose.CONTROL, value)[LEAD];
  }

  /** The scores of all workers, on the first. */
  private static final class Gathered {
    private double[] scores = {};
    private boolean[] positive = {};
    private int count;

    double metric(RankMetric rankMetric) {
      return rankMetric.of(scores, positive);
    }

    void add(MemorySegment part) {
      int added = (int) (part.byteSize() / SCORE_BYTES);
      scores = Arrays.copyOf(scores, count + added);
      positive = Arrays.copyOf(positive, count + added);
      for (int i = 0; i < added; i++) {
        scores[count + i] = part.get(JAVA_DOUBLE_UNALIGNED, i * SCORE_BYTES);
        positive[count + i] = part.get(JAVA_BYTE, (i + 1) * SCORE_BYTES - 1) == 1;
      }
      count += added;
    }
  }
}
