package dev.atoll.graph.partition.multilevel.refine;

import java.util.Arrays;

/** A queue of nodes, largest key first, in which keys can change. */
public final class NodeHeap {
  private final int[] place;
  private int[] nodes = new int[64];
  private int[] keys = new int[64];
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
    return keys[0];
  }

  int key(int node) {
    return keys[place[node]];
  }

  public void insert(int node, int key) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, size * 2);
      keys = Arrays.copyOf(keys, size * 2);
    }
    up(size++, node, key);
  }

  void update(int node, int key) {
    int at = place[node];
    if (key > keys[at]) {
      up(at, node, key);
    } else if (key < keys[at]) {
      down(at, node, key);
    }
  }

  /** Raises or lowers the key of a node. */
  public void add(int node, int difference) {
    update(node, keys[place[node]] + difference);
  }

  public int pop() {
    int top = nodes[0];
    place[top] = -1;
    if (--size > 0) {
      down(0, nodes[size], keys[size]);
    }
    return top;
  }

  void remove(int node) {
    int at = place[node];
    place[node] = -1;
    if (at != --size) {
      int last = nodes[size];
      int key = keys[size];
      place[last] = at;
      nodes[at] = last;
      if (key > keys[at]) {
        keys[at] = key;
        up(at, last, key);
      } else {
        keys[at] = key;
        down(at, last, key);
      }
    }
  }

  public void clear() {
    for (int i = 0; i < size; i++) {
      place[nodes[i]] = -1;
    }
    size = 0;
  }

  private void up(int at, int node, int key) {
    while (at > 0) {
      int parent = (at - 1) >> 1;
      if (keys[parent] >= key) {
        break;
      }
      put(at, nodes[parent], keys[parent]);
      at = parent;
    }
    put(at, node, key);
  }

  private void down(int at, int node, int key) {
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && keys[child + 1] > keys[child]) {
        child++;
      }
      if (keys[child] <= key) {
        break;
      }
      put(at, nodes[child], keys[child]);
      at = child;
    }
    put(at, node, key);
  }

  private void put(int at, int node, int key) {
    nodes[at] = node;
    keys[at] = key;
    place[node] = at;
  }
}
