package dev.atoll.graph.partition.multilevel.refine;

import java.util.Arrays;

/**
 * Several queues of nodes, largest key first, in which keys can change. A node is in one queue at
 * most.
 */
final class NodeQueues {
  private final int[] place;
  private final int[] queue;
  private final int[][] nodes;
  private final int[][] keys;
  private final int[] size;

  /**
   * A tournament: the queue with the larger first key of those that {@code 2·i} and {@code 2·i + 1}
   * hold, the lower one of equals; the queues themselves come last.
   */
  private final int[] winner;

  NodeQueues(int nodeCount, int queues) {
    place = new int[nodeCount];
    Arrays.fill(place, -1);
    queue = new int[nodeCount];
    nodes = new int[queues][16];
    keys = new int[queues][16];
    int leaves = Math.max(2, Integer.highestOneBit(2 * queues - 1));
    size = new int[leaves];
    winner = new int[2 * leaves];
    for (int at = winner.length - 1; at > 0; at--) {
      winner[at] = at >= leaves ? at - leaves : winner[2 * at];
    }
  }

  boolean contains(int node) {
    return place[node] >= 0;
  }

  int size(int of) {
    return size[of];
  }

  /** A node of a queue: the first is the one with the largest key, those after it are near that. */
  int node(int of, int at) {
    return nodes[of][at];
  }

  int topKey(int of) {
    return keys[of][0];
  }

  /** The largest key of all. */
  int topKey() {
    int of = largest();
    return of < 0 ? Integer.MIN_VALUE : keys[of][0];
  }

  int key(int node) {
    return keys[queue[node]][place[node]];
  }

  /** The queue with the largest key of all, or −1 when all are empty. */
  int largest() {
    return size[winner[1]] == 0 ? -1 : winner[1];
  }

  /** Brings the tournament up to date after the first key of a queue has changed. */
  private void replay(int of) {
    for (int at = (size.length + of) >> 1; at > 0; at >>= 1) {
      int left = winner[2 * at];
      int right = winner[2 * at + 1];
      int best =
          size[right] > 0 && (size[left] == 0 || keys[right][0] > keys[left][0]) ? right : left;
      if (winner[at] == best && best != of) {
        return;
      }
      winner[at] = best;
    }
  }

  void insert(int of, int node, int key) {
    if (size[of] == nodes[of].length) {
      nodes[of] = Arrays.copyOf(nodes[of], size[of] * 2);
      keys[of] = Arrays.copyOf(keys[of], size[of] * 2);
    }
    queue[node] = of;
    up(of, size[of]++, node, key);
    if (place[node] == 0) {
      replay(of);
    }
  }

  void update(int node, int key) {
    int of = queue[node];
    int at = place[node];
    if (key > keys[of][at]) {
      up(of, at, node, key);
    } else if (key < keys[of][at]) {
      down(of, at, node, key);
    }
    if (at == 0 || place[node] == 0) {
      replay(of);
    }
  }

  void remove(int node) {
    int of = queue[node];
    int at = place[node];
    place[node] = -1;
    if (at != --size[of]) {
      int last = nodes[of][size[of]];
      int key = keys[of][size[of]];
      if (key > keys[of][at]) {
        up(of, at, last, key);
      } else {
        down(of, at, last, key);
      }
    }
    if (at == 0) {
      replay(of);
    }
  }

  void clear() {
    for (int of = 0; of < nodes.length; of++) {
      for (int i = 0; i < size[of]; i++) {
        place[nodes[of][i]] = -1;
      }
      size[of] = 0;
    }
  }

  private void up(int of, int from, int node, int key) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >> 1;
      if (keys[of][parent] >= key) {
        break;
      }
      put(of, at, nodes[of][parent], keys[of][parent]);
      at = parent;
    }
    put(of, at, node, key);
  }

  private void down(int of, int from, int node, int key) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size[of]) {
        break;
      }
      if (child + 1 < size[of] && keys[of][child + 1] > keys[of][child]) {
        child++;
      }
      if (keys[of][child] <= key) {
        break;
      }
      put(of, at, nodes[of][child], keys[of][child]);
      at = child;
    }
    put(of, at, node, key);
  }

  private void put(int of, int at, int node, int key) {
    nodes[of][at] = node;
    keys[of][at] = key;
    place[node] = at;
  }
}
