package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;

/**
 * Refinement after Fiduccia and Mattheyses, for any number of parts: always makes the best move
 * there is, even when it loses, and in the end takes back all moves after the best point. A node
 * moves at most once per round.
 */
final class FmRefiner {
  private final PartState state;
  private final WeightedGraph graph;
  private final GainTable gains;
  private final NodeHeap heap;
  private final boolean[] locked;
  private final ArcRow row = new ArcRow();
  private int[] movedNode = new int[256];
  private int[] movedFrom = new int[256];
  private int moved;

  FmRefiner(PartState state, GainTable gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.heap = new NodeHeap(graph.nodeCount());
    this.locked = new boolean[graph.nodeCount()];
  }

  /** Starts from all boundary nodes at once; returns the reduction of the cut. */
  long round(int fruitlessMoves) {
    Arrays.fill(locked, false);
    for (int v = 0; v < graph.nodeCount(); v++) {
      if (gains.isBoundary(v)) {
        enqueue(v);
      }
    }
    return search(fruitlessMoves);
  }

  private void enqueue(int v) {
    long move = gains.best(v);
    if (move != GainTable.NONE) {
      heap.insert(v, GainTable.gain(move));
    }
  }

  private long search(int fruitlessMoves) {
    moved = 0;
    int kept = 0;
    long gained = 0;
    long bestGained = 0;
    while (!heap.isEmpty() && moved - kept <= fruitlessMoves) {
      int key = heap.topKey();
      int v = heap.pop();
      long move = gains.best(v);
      if (move == GainTable.NONE) {
        continue;
      }
      int gain = GainTable.gain(move);
      if (gain < key && !heap.isEmpty() && gain < heap.topKey()) {
        heap.insert(v, gain);
        continue;
      }
      record(v);
      locked[v] = true;
      apply(v, GainTable.target(move));
      gained += gain;
      if (gained > bestGained) {
        bestGained = gained;
        kept = moved;
      }
    }
    heap.clear();
    while (moved > kept) {
      moved--;
      gains.move(movedNode[moved], movedFrom[moved]);
    }
    return bestGained;
  }

  private void record(int v) {
    if (moved == movedNode.length) {
      movedNode = Arrays.copyOf(movedNode, moved * 2);
      movedFrom = Arrays.copyOf(movedFrom, moved * 2);
    }
    movedNode[moved] = v;
    movedFrom[moved++] = state.part(v);
  }

  /**
   * Moves a node. Keys of its neighbours follow in constant time: what a move gains may be a little
   * less than its key then, which {@link #search} finds out when it comes to the top.
   */
  private void apply(int v, int to) {
    int from = state.part(v);
    gains.move(v, to);
    graph.read(v, row);
    for (int e = row.from(); e < row.to(); e++) {
      int u = row.target(e);
      if (locked[u]) {
        continue;
      }
      if (heap.contains(u)) {
        follow(u, from, to, row.weight(e));
      } else {
        enqueue(u);
      }
    }
  }

  private void follow(int u, int from, int to, int weight) {
    int own = state.part(u);
    int key = heap.key(u);
    if (own == to) {
      key -= weight;
    } else {
      key += own == from ? weight : 0;
      int gain = gains.weightTo(u, to) - gains.weightTo(u, own);
      if (gain > key && state.fits(u, to)) {
        key = gain;
      }
    }
    heap.update(u, key);
  }
}
