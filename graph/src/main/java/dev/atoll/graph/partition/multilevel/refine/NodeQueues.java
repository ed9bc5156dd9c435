package dev.atoll.graph.partition.multilevel.refine;

import java.util.Arrays;

/**
 * Several queues of nodes, largest key first, in which keys can change. A node is in one queue at
 * most.
 */
public final class NodeQueues {
  private final int[] place;

  /** By node the queue; null if there is only one. */
  private final int[] queue;

  /** Keys in the upper half, nodes in the lower. */
  private final long[][] entries;

  private final int[] size;

  /**
   * A tournament tree: entry i is the winner of entries {@code 2·i} and {@code 2·i + 1}, the queue
   * with the larger first key and the lower one of equals; the queues themselves are the leaves.
   */
  private final int[] winner;

  public NodeQueues(int nodeCount, int queues) {
    place = new int[nodeCount];
    Arrays.fill(place, -1);
    queue = queues == 1 ? null : new int[nodeCount];
    entries = new long[queues][16];
    int leaves = Math.max(2, Integer.highestOneBit(2 * queues - 1));
    size = new int[leaves];
    winner = new int[2 * leaves];
    for (int at = winner.length - 1; at > 0; at--) {
      winner[at] = at >= leaves ? at - leaves : winner[2 * at];
    }
  }

  public boolean contains(int node) {
    return place[node] >= 0;
  }

  public boolean isEmpty(int of) {
    return size[of] == 0;
  }

  private int queueOf(int node) {
    return queue == null ? 0 : queue[node];
  }

  int size(int of) {
    return size[of];
  }

  /** A node of a queue: index 0 has the largest key, the next indices have keys near it. */
  int node(int of, int at) {
    return (int) entries[of][at];
  }

  int topKey(int of) {
    return keyOf(entries[of][0]);
  }

  /** The largest key of all. */
  int topKey() {
    int of = largest();
    return of < 0 ? Integer.MIN_VALUE : topKey(of);
  }

  int key(int node) {
    return keyOf(entries[queueOf(node)][place[node]]);
  }

  private static int keyOf(long entry) {
    return (int) (entry >> 32);
  }

  private static long entry(int node, int key) {
    return (long) key << 32 | node;
  }

  /** The queue with the largest key of all, or −1 when all are empty. */
  int largest() {
    return size[winner[1]] == 0 ? -1 : winner[1];
  }

  /** Updates the tournament after the first key of a queue has changed. */
  private void replay(int of) {
    for (int at = (size.length + of) >> 1; at > 0; at >>= 1) {
      int left = winner[2 * at];
      int right = winner[2 * at + 1];
      int best =
          size[right] > 0 && (size[left] == 0 || topKey(right) > topKey(left)) ? right : left;
      if (winner[at] == best && best != of) {
        return;
      }
      winner[at] = best;
    }
  }

  public void insert(int of, int node, int key) {
    if (size[of] == entries[of].length) {
      entries[of] = Arrays.copyOf(entries[of], size[of] * 2);
    }
    if (queue != null) {
      queue[node] = of;
    }
    up(entries[of], size[of]++, entry(node, key));
    if (place[node] == 0) {
      replay(of);
    }
  }

  void update(int node, int key) {
    int of = queueOf(node);
    int at = place[node];
    long[] heap = entries[of];
    int before = keyOf(heap[at]);
    if (key == before) {
      return;
    }
    if (key > before) {
      up(heap, at, entry(node, key));
    } else {
      down(heap, size[of], at, entry(node, key));
    }
    if (at == 0 || place[node] == 0) {
      replay(of);
    }
  }

  /** Raises or lowers the key of a node. */
  public void add(int node, int difference) {
    update(node, key(node) + difference);
  }

  /** Removes the first node of a queue. */
  public int pop(int of) {
    int top = node(of, 0);
    remove(top);
    return top;
  }

  void remove(int node) {
    int of = queueOf(node);
    int at = place[node];
    long[] heap = entries[of];
    place[node] = -1;
    if (at != --size[of]) {
      long last = heap[size[of]];
      if (keyOf(last) > keyOf(heap[at])) {
        up(heap, at, last);
      } else {
        down(heap, size[of], at, last);
      }
    }
    if (at == 0) {
      replay(of);
    }
  }

  public void clear() {
    for (int of = 0; of < entries.length; of++) {
      for (int i = 0; i < size[of]; i++) {
        place[(int) entries[of][i]] = -1;
      }
      size[of] = 0;
    }
  }

  private void up(long[] heap, int from, long entry) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >> 1;
      long above = heap[parent];
      if (keyOf(above) >= keyOf(entry)) {
        break;
      }
      heap[at] = above;
      place[(int) above] = at;
      at = parent;
    }
    heap[at] = entry;
    place[(int) entry] = at;
  }

  private void down(long[] heap, int count, int from, long entry) {
    int at = from;
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
      long larger = heap[child];
      if (child + 1 < count && keyOf(heap[child + 1]) > keyOf(larger)) {
        larger = heap[++child];
      }
      if (keyOf(larger) <= keyOf(entry)) {
        break;
      }
      heap[at] = larger;
      place[(int) larger] = at;
      at = child;
    }
    heap[at] = entry;
    place[(int) entry] = at;
  }
}
