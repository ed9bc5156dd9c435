package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.graph.sample.Sampler;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The neighbourhoods of the nodes of a role, drawn hop by hop. What a hop has drawn may be read
 * while the next one is drawn.
 */
final class RoleHops implements AutoCloseable {
  private final Sampler sampler;
  private final SampledBatch sampled;
  private final IntUnaryOperator degreeOf;
  private RandomKey key;
  private long degreeSum;

  /** The nodes so far, copied from the batch, whose list may move with the next hop. */
  private volatile int[] nodes = new int[64];

  /**
   * @param degreeOf in-degrees by node, to estimate the cost of a hop
   */
  RoleHops(Sampler sampler, IntUnaryOperator degreeOf) {
    this.sampler = sampler;
    this.sampled = SampledBatch.ofLayers(sampler.layers());
    this.degreeOf = degreeOf;
  }

  int layers() {
    return sampler.layers();
  }

  void step(long step) {
    sampler.step(step);
  }

  void begin(long[] seeds, RandomKey stepKey) {
    key = stepKey;
    degreeSum = 0;
    sampler.begin(seeds, 0, seeds.length, sampled);
    list(0);
  }

  void hop(int layer) {
    int known = sampled.drawnNodes();
    sampler.hop(layer, key, sampled);
    list(known);
    if (layer == layers() - 1) {
      sampler.end(sampled);
    }
  }

  /** The degrees of all nodes that the next hop starts from. */
  long hopCost() {
    return degreeSum;
  }

  private void list(int from) {
    int count = sampled.drawnNodes();
    int[] all = nodes.length < count ? Arrays.copyOf(nodes, count + count / 4) : nodes;
    MemorySegment.copy(sampled.nodes(count), JAVA_INT, 4L * from, all, from, count - from);
    for (int row = from; row < count; row++) {
      degreeSum += degreeOf.applyAsInt(all[row]);
    }
    nodes = all;
  }

  /** The node of a row. */
  int node(int row) {
    return nodes[row];
  }

  SampledBlock block(int layer) {
    return sampled.block(layer);
  }

  /** The first row of the nodes that are new after so many hops. */
  int firstAfter(int hops) {
    return hops == 0 ? 0 : block(hops - 1).targetCount();
  }

  /** The row behind the last of the nodes after so many hops, of which another follows. */
  int endAfter(int hops) {
    return block(hops).targetCount();
  }

  long heldBytes() {
    return sampled.heldBytes() + sampler.heldBytes() + (long) nodes.length * Integer.BYTES;
  }

  @Override
  public void close() {
    sampler.close();
    sampled.close();
  }
}
