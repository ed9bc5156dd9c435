package dev.atoll.graph.sample.layerwise;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.sample.draw.CappedProbabilities;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The candidate nodes of a layer, their weights, and the sampled ones. */
final class Candidates implements AutoCloseable {
  private static final int DROPPED = -1;

  private final GrowingBuffer nodes = new GrowingBuffer();
  private final GrowingBuffer weights = new GrowingBuffer();
  private final GrowingBuffer places = new GrowingBuffer();
  private int count;
  private int kept;

  /** The factor c: a candidate of weight w is kept with probability min(1, w · c). */
  private double perWeight;

  /** The most that a probability of {@link #correction} can be. */
  private double most = 1;

  /** Arrival times of {@link #drawFixed}, by candidate and then sorted. */
  private double[] times = {};

  private double[] sorted = {};

  void begin(long most) {
    count = 0;
    nodes.reserve(most * Integer.BYTES);
    weights.reserve(most * Double.BYTES);
    places.reserve(most * Integer.BYTES);
  }

  /** Adds a candidate that comes next, or weight to one that is there already. */
  void add(int candidate, int node, double weight, boolean addsUp) {
    if (candidate == count) {
      RawMemory.setInt(nodes.address(), count++, node);
      RawMemory.setDouble(weights.address(), candidate, weight);
    } else if (addsUp) {
      RawMemory.setDouble(weights.address(), candidate, weight(candidate) + weight);
    }
  }

  private double weight(int candidate) {
    return RawMemory.doubleAt(weights.address(), candidate);
  }

  /** Keeps each independently at random, {@code size} of them on average. */
  void choose(int size, RandomKey key, IntUnaryOperator datasetId) {
    most = 1;
    perWeight = CappedProbabilities.factor(count, size, this::weight);
    kept = 0;
    for (int i = 0; i < count; i++) {
      int node = RawMemory.intAt(nodes.address(), i);
      boolean keep = key.unit(datasetId.applyAsInt(node)) < probability(i);
      RawMemory.setInt(places.address(), i, keep ? kept++ : DROPPED);
    }
  }

  /**
   * Draws {@code size} candidates in sequence, each with probability proportional to its weight
   * among the remaining ones, and keeps them. Weight w arrives after an exponential time of rate w;
   * the first to arrive are drawn.
   *
   * @param targets the first candidates, which use up draws but are always kept
   */
  void drawFixed(int size, int targets, RandomKey key, IntUnaryOperator datasetId) {
    most = Double.POSITIVE_INFINITY;
    if (times.length < count) {
      times = new double[count];
      sorted = new double[count];
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      int node = RawMemory.intAt(nodes.address(), i);
      times[i] = -StrictMath.log1p(-key.unit(datasetId.applyAsInt(node))) / weight(i);
      sum += weight(i);
    }
    System.arraycopy(times, 0, sorted, 0, count);
    Arrays.sort(sorted, 0, count);
    int drawn = Math.min(size, count);
    double last = drawn == 0 ? 0 : sorted[drawn - 1];
    perWeight = size / sum;
    kept = 0;
    for (int i = targets; i < count; i++) {
      RawMemory.setInt(places.address(), i, times[i] <= last ? kept++ : DROPPED);
    }
    for (int i = 0; i < targets; i++) {
      RawMemory.setInt(places.address(), i, DROPPED);
    }
  }

  private double probability(int candidate) {
    return Math.min(most, weight(candidate) * perWeight);
  }

  float correction(int candidate) {
    return (float) (1 / probability(candidate));
  }

  int kept() {
    return kept;
  }

  /** The index of a kept candidate after the targets, or −1. */
  int place(int candidate, int targets) {
    int place = RawMemory.intAt(places.address(), candidate);
    return place == DROPPED ? DROPPED : targets + place;
  }

  /** Appends the kept nodes to a list. */
  void listKept(long list, int from) {
    for (int i = 0; i < count; i++) {
      int place = RawMemory.intAt(places.address(), i);
      if (place != DROPPED) {
        RawMemory.setInt(list, from + place, RawMemory.intAt(nodes.address(), i));
      }
    }
  }

  long heldBytes() {
    return nodes.heldBytes()
        + weights.heldBytes()
        + places.heldBytes()
        + 2L * Double.BYTES * times.length;
  }

  @Override
  public void close() {
    nodes.close();
    weights.close();
    places.close();
  }
}
