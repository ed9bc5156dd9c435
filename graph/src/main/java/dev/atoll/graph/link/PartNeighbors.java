package dev.atoll.graph.link;

import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.Shard;
import java.util.function.IntConsumer;

/**
 * The neighbours of a part's own nodes, read from its shard without a copy. Rows of a shard ascend
 * by the dataset's numbers.
 */
record PartNeighbors(Shard shard, Ordering numbers) implements KnownLinks {
  @Override
  public boolean contains(int head, int relation, int tail) {
    long node = numbers.newOf(head);
    long low = 0;
    long high = shard.inDegree(node);
    while (low < high) {
      long middle = (low + high) >>> 1;
      int found = tail(node, middle);
      if (found == tail) {
        return true;
      }
      if (found < tail) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return false;
  }

  private int tail(long node, long place) {
    return numbers.oldOf(shard.inNeighbor(node, place));
  }

  @Override
  public void forEachTail(int head, int relation, IntConsumer sink) {
    long node = numbers.newOf(head);
    for (long place = 0; place < shard.inDegree(node); place++) {
      sink.accept(tail(node, place));
    }
  }

  @Override
  public int count(int head) {
    return Math.toIntExact(shard.inDegree(numbers.newOf(head)));
  }
}
