package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;
import java.lang.foreign.MemorySegment;

/**
 * Picks neighbours of nodes, locally or on the owners of the nodes.
 *
 * <p>The picks of a node are a pure function of the key, the node's number in the dataset (whatever
 * it is called after partitioning), its neighbours in the dataset's order and the fanout. So it
 * does not matter which worker picks, in which order, or on how many threads. Sources may be shared
 * by threads; a {@link NeighborPicks} may not.
 */
public interface NeighborSource {
  /** Nodes are numbered below this. */
  int nodeCount();

  /** Whether each pick has a correction, because neighbours are not drawn uniformly. */
  boolean weighted();

  /**
   * Picks neighbours of every node of a frontier, in its order.
   *
   * @param frontier node numbers, int32
   * @param count how many of them
   * @param fanout neighbours per node without repetition, or {@link Fanouts#ALL}
   * @param key of this batch and hop
   * @param into where the picks go; its former content is lost
   */
  void pick(MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into);

  /**
   * Writes in-degrees in the whole graph.
   *
   * @param nodes node numbers, int32
   * @param count number of nodes
   * @param into int32 elements, one per node
   */
  void degrees(MemorySegment nodes, int count, MemorySegment into);
}
