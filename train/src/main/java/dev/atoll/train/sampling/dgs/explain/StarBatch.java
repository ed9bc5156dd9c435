package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * An explanation graph as a batch: v_G is row 0 and the only target, remote nodes follow. Messages
 * along an edge, in either direction, are multiplied by the mask of its remote node; the self-loop
 * of v_G is not masked. Every row takes the mean of its messages, whatever the model's norm: with
 * D^−½AD^−½ the thousands of edges of v_G would add up to many times what any real node receives.
 *
 * <p>Where many remote nodes have dense rows, every explanation has some of them, in turn.
 */
public final class StarBatch implements Batch {
  /** Remote nodes with dense rows that one explanation works with, at most: it takes seconds. */
  private static final int MOST_DENSE = 2048;

  private final ExplanationRows rows;
  private final StarBlock hidden;
  private final StarBlock last;
  private final int layers;
  private final DeviceMemory memory;

  /** Places of all remote nodes in the order in which they are dealt. */
  private final int[] order;

  /** How many are dealt at a time. */
  private final int subsetSize;

  private StarBatch(
      DeviceMemory memory, ExplanationRows rows, int remote, int layers, EdgeNorm norm) {
    this.memory = memory;
    this.rows = rows;
    this.layers = layers;
    this.subsetSize = rows.areDense() ? Math.min(remote, MOST_DENSE) : remote;
    this.hidden = layers > 1 ? StarBlock.of(memory, subsetSize, subsetSize + 1, norm) : null;
    this.last = StarBlock.of(memory, subsetSize, 1, norm);
    this.order =
        subsetSize == remote
            ? IntStream.range(0, remote).toArray()
            : Arrays.stream(SeedPlan.shuffled(places(remote), 1, new RandomKey(0)).seeds())
                .mapToInt(Math::toIntExact)
                .toArray();
  }

  private static long[] places(int remote) {
    return LongStream.range(0, remote).toArray();
  }

  static StarBatch of(
      DeviceMemory memory, ExplanationRows rows, int remote, int layers, Set<EdgeNorm> norms) {
    return new StarBatch(memory, rows, remote, layers, norms.iterator().next());
  }

  /**
   * Takes the remote nodes of an explanation: all, or the next ones where dense rows are too many.
   *
   * @return their places in the halo
   */
  public int[] nextSubset(long explanation) {
    if (subsetSize == order.length) {
      return order.clone();
    }
    int[] dealt = new int[subsetSize];
    for (int i = 0; i < subsetSize; i++) {
      dealt[i] = order[(int) ((explanation * subsetSize + i) % order.length)];
    }
    rows.takeSubset(memory, dealt);
    return dealt;
  }

  /** Multiplies messages from here on. */
  public void mask(float... ofRemote) {
    last.mask(ofRemote);
    if (hidden != null) {
      hidden.mask(ofRemote);
    }
  }

  /** Adds what the last backward pass says of the masks. */
  public void addGradients(float... ofRemote) {
    last.addGradients(ofRemote);
    if (hidden != null) {
      hidden.addGradients(ofRemote);
    }
  }

  @Override
  public Var input(Tape tape) {
    return rows.star(tape);
  }

  @Override
  public DeviceBlock block(int layer) {
    return layer == layers - 1 ? last : hidden;
  }

  @Override
  public Buffer rowIds() {
    return null;
  }

  @Override
  public int targetCount() {
    return 1;
  }
}
