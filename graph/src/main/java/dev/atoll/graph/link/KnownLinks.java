package dev.atoll.graph.link;

import dev.atoll.graph.Links;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.Shard;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The known tails of every head, by relation. An undirected link is known in both directions. For
 * links with relations, the inverse of a relation has the number {@code relation + relationCount}.
 */
public sealed interface KnownLinks permits SortedLinks, PartNeighbors, PickedNeighbors {
  boolean contains(int head, int relation, int tail);

  /** Receives every known tail of a head, ascending. */
  void forEachTail(int head, int relation, IntConsumer sink);

  /** The number of tails of a head, of all relations. */
  int count(int head);

  /** No known links. */
  static KnownLinks none(int nodes) {
    return SortedLinks.none(nodes);
  }

  /**
   * The links of some roles.
   *
   * @param counts whether the links of a role count
   */
  static KnownLinks of(Links links, int nodes, IntPredicate counts) {
    return SortedLinks.of(links, nodes, counts);
  }

  /**
   * The links of one kind that a part's own nodes have in a graph of training links, without
   * direction. Heads must be core nodes of the part.
   *
   * @param numbers of nodes after partitioning
   */
  static KnownLinks ofShard(Shard shard, Ordering numbers) {
    return new PartNeighbors(shard, numbers);
  }
}
