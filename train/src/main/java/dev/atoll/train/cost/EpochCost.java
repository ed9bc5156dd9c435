package dev.atoll.train.cost;

import dev.atoll.comm.Purpose;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of an epoch, all workers together.
 *
 * @param seconds of the clock
 * @param cpuSeconds of all threads of all workers
 * @param phases seconds by phase, in the mean over workers; phases that overlap are each counted
 * @param bytes that crossed between workers, by purpose
 * @param rounds of requests and of replies in the busiest step of a worker, in the mean over steps
 * @param localReads feature rows that workers read from those they own or keep; where they have
 *     logical devices, from the reader's buffer
 * @param peerReads feature rows that came from another worker, or another device's buffer
 * @param hostReads feature rows that were in no device's buffer
 * @param busBytes of feature rows that devices read from host memory
 * @param broadcastsSent how often a worker sent its rows, or their gradients, of a layer
 * @param broadcastsSkipped how often it did not, and its peers used stale ones
 * @param maxAge the largest age, in epochs, of other workers' rows that a layer has read
 * @param traffic bytes from each worker to each, the sender first
 */
public record EpochCost(
    double seconds,
    double cpuSeconds,
    Map<Phase, Double> phases,
    Map<Purpose, Long> bytes,
    double rounds,
    long localReads,
    long peerReads,
    long hostReads,
    long busBytes,
    long broadcastsSent,
    long broadcastsSkipped,
    long maxAge,
    List<List<Long>> traffic) {
  public EpochCost {
    phases = Collections.unmodifiableMap(new EnumMap<>(phases));
    bytes = Collections.unmodifiableMap(new EnumMap<>(bytes));
    traffic = traffic.stream().map(List::copyOf).toList();
  }

  public long totalBytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
