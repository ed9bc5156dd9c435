package dev.atoll.graph.partition.multilevel.refine;

import java.util.Arrays;

/** A queue of nodes, largest key first, in which keys can change. */
public final class NodeHeap {
  private final int[] place;

  /** Keys in the upper half, nodes in the lower. */
  private long[] entries = new long[64];

  private int size;

  public NodeHeap(int nodeCount) {
    place = new int[nodeCount];
    Arrays.fill(place, -1);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public boolean contains(int node) {
    return place[node] >= 0;
  }

  int topKey() {
    return keyOf(entries[0]);
  }

  int key(int node) {
    return keyOf(entries[place[node]]);
  }

  private static int keyOf(long entry) {
    return (int) (entry >> 32);
  }

  private static long entry(int node, int key) {
    return (long) key << 32 | node;
  }

  public void insert(int node, int key) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, size * 2);
    }
    up(size++, entry(node, key));
  }

  void update(int node, int key) {
    int at = place[node];
    int before = keyOf(entries[at]);
    if (key > before) {
      up(at, entry(node, key));
    } else if (key < before) {
      down(at, entry(node, key));
    }
  }

  /** Raises or lowers the key of a node. */
  public void add(int node, int difference) {
    update(node, key(node) + difference);
  }

  public int pop() {
    int top = (int) entries[0];
    place[top] = -1;
    if (--size > 0) {
      down(0, entries[size]);
    }
    return top;
  }

  void remove(int node) {
    int at = place[node];
    place[node] = -1;
    if (at != --size) {
      long last = entries[size];
      if (keyOf(last) > keyOf(entries[at])) {
        up(at, last);
      } else {
        down(at, last);
      }
    }
  }

  public void clear() {
    for (int i = 0; i < size; i++) {
      place[(int) entries[i]] = -1;
    }
    size = 0;
  }

  private void up(int from, long entry) {
    long[] heap = entries;
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

  private void down(int from, long entry) {
    long[] heap = entries;
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      long larger = heap[child];
      if (child + 1 < size && keyOf(heap[child + 1]) > keyOf(larger)) {
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
