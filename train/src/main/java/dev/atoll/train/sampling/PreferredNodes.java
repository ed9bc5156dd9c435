package dev.atoll.train.sampling;

import dev.atoll.comm.Purpose;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/**
 * The nodes that a worker prefers, by group of its devices and by layer, the output layer first;
 * numbers after partitioning.
 */
public final class PreferredNodes {
  private final SamplingContext context;
  private final List<List<BitSet>> own;
  private final DoubleSupplier scale;

  /**
   * Collects the preferred nodes of one worker.
   *
   * @param own the preferred nodes by group and layer, in the dataset's numbers
   * @param scale the current factor by which preferred nodes are likelier to be drawn
   */
  public PreferredNodes(SamplingContext context, List<List<BitSet>> own, DoubleSupplier scale) {
    this.context = context;
    this.own = own.stream().map(sets -> sets.stream().map(this::renumbered).toList()).toList();
    this.scale = scale;
  }

  private BitSet renumbered(BitSet nodes) {
    var renumbered = new BitSet();
    nodes.stream().map(context.ordering()::newOf).forEach(renumbered::set);
    return renumbered;
  }

  /** Groups of devices; 1 where all of a worker read alike. */
  public int groups() {
    return own.size();
  }

  /** The nodes that this worker prefers. */
  public BitSet own(int group, int layer) {
    return own.get(group).get(layer);
  }

  /** The factor now. */
  public double scale() {
    return scale.getAsDouble();
  }

  /**
   * The sets of every worker for a group, by worker and layer: owners of nodes draw as the one that
   * asks would. All workers ask together; a bit per node and layer travels.
   */
  public List<List<BitSet>> ofAll(int group) {
    List<List<BitSet>> all = new ArrayList<>();
    IntStream.range(0, context.workers().size()).forEach(_ -> all.add(new ArrayList<>()));
    for (BitSet layer : own.get(group)) {
      List<byte[]> everyones = context.workers().allGather(Purpose.SAMPLING, layer.toByteArray());
      for (int rank = 0; rank < all.size(); rank++) {
        all.get(rank).add(BitSet.valueOf(everyones.get(rank)));
      }
    }
    return all;
  }
}
