package dev.atoll.train.cost;

import dev.atoll.comm.Purpose;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The cost of an epoch, all workers together.
 *
 * @param seconds of the clock
 * @param cpuSeconds of all threads of all workers
 * @param phases seconds by phase, in the mean over workers; phases that overlap are each counted
 * @param bytes that crossed between workers, by purpose
 * @param rounds of requests and of replies in the busiest step of a worker, in the mean over steps
 * @param reads feature rows by where they were read from
 * @param broadcastsSent how often a worker sent its rows, or their gradients, of a layer
 * @param broadcastsSkipped how often it did not, and its peers used stale ones
 * @param maxAge the largest age, in epochs, of other workers' rows that a layer has read
 * @param traffic bytes from each worker to each, the sender first
 * @param steps of the optimizer; 0 in an epoch that an older version recorded
 */
public record EpochCost(
    double seconds,
    double cpuSeconds,
    Map<Phase, Double> phases,
    Map<Purpose, Long> bytes,
    double rounds,
    RowReads reads,
    long broadcastsSent,
    long broadcastsSkipped,
    long maxAge,
    List<List<Long>> traffic,
    int steps) {
  public EpochCost {
    reads = Objects.requireNonNullElse(reads, RowReads.NONE);
    phases = Collections.unmodifiableMap(new EnumMap<>(phases));
    bytes = Collections.unmodifiableMap(new EnumMap<>(bytes));
    traffic = traffic.stream().map(List::copyOf).toList();
  }

  public long totalBytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
