package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;

/**
 * Refinement of large levels in rounds in which all nodes choose at once, on all threads, after Jet
 * (Gilbert, Madduri, Boman, Rajamanickam 2023).
 *
 * <pre>
 *   1  every node that did not move in the last round, and whose best move loses little, is a
 *      candidate for the part that attracts it most, full or not
 *   2  a candidate is evaluated again, as if all candidates with a larger gain had moved already;
 *      it moves if that still pays
 *   3  overloaded parts release the nodes that cost least
 * </pre>
 *
 * The best partition on the way is kept. A round depends on the partition before it only, so any
 * number of threads gives the same result.
 */
final class JetRefiner {
  /** A round makes progress when the best cut falls below this share of the one before. */
  private static final double WORTH_A_ROUND = 0.999;

  private static final double LOOSE = 1.1;

  private final PartState state;
  private final WeightedGraph graph;
  private final MoveTargets moveTargets;
  private final OverloadBalancer balancer;
  private final NodeChunks chunks;
  private final boolean[] candidate;
  private boolean[] moving;
  private boolean[] moved;
  private final int[] best;
  private long cut;
  private long bestCut;
  private double bestOverload;

  JetRefiner(PartState state, boolean[] near, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.chunks = new NodeChunks(threads);
    moveTargets = new MoveTargets(state, near, threads);
    balancer = new OverloadBalancer(state, moveTargets, threads);
    candidate = new boolean[graph.nodeCount()];
    moving = new boolean[graph.nodeCount()];
    moved = new boolean[graph.nodeCount()];
    best = state.part().clone();
  }

  /**
   * Searches and leaves the best partition found in the state.
   *
   * @return whether a round ended within the caps, or no round was needed; rounds find nothing if
   *     parts are too full
   */
  boolean run(Rounds rounds) {
    cut = moveTargets.refresh();
    cut += balancer.run();
    bestCut = Long.MAX_VALUE;
    bestOverload = Double.MAX_VALUE;
    keepIfBest();
    boolean any = false;
    boolean held = false;
    for (double temperature : rounds.temperatures()) {
      int withoutGain = 0;
      for (int r = 0; r < rounds.most() && withoutGain < rounds.patience(); r++) {
        if (!round(temperature)) {
          break;
        }
        long before = bestCut;
        any = true;
        held |= state.isBalanced();
        keepIfBest();
        withoutGain = bestCut < before * WORTH_A_ROUND ? 0 : withoutGain + 1;
      }
      if (cut != bestCut || state.overload() != bestOverload) {
        restore();
      }
    }
    return held || !any;
  }

  /** The weight of edges between parts. */
  long cut() {
    return cut;
  }

  /** Marks all nodes with a neighbour in another part, and possibly others. */
  boolean[] boundary() {
    return moveTargets.boundary();
  }

  private void keepIfBest() {
    double overload = state.overload();
    if (overload < bestOverload || (overload == bestOverload && cut < bestCut)) {
      bestOverload = overload;
      bestCut = cut;
      chunks.forEach(
          graph.nodeCount(),
          (from, to, _) -> System.arraycopy(state.part(), from, best, from, to - from));
    }
  }

  private void restore() {
    chunks.forEach(
        graph.nodeCount(),
        (from, to, row) -> {
          for (int v = from; v < to; v++) {
            if (state.part(v) != best[v]) {
              moveTargets.moved(v, state.part(v), best[v], row);
            }
          }
        });
    state.reset(best);
    cut += moveTargets.refresh();
  }

  /** Returns whether a node has moved. */
  private boolean round(double temperature) {
    state.loosen(LOOSE);
    chunks.forEach(graph.nodeCount(), (from, to, _) -> findCandidates(from, to, temperature));
    state.loosen(1);
    chunks.forEach(graph.nodeCount(), this::findMoving);
    long[] change = new long[state.parts() * graph.constraints()];
    boolean any = move(change);
    boolean[] swapped = moved;
    moved = moving;
    moving = swapped;
    if (any) {
      state.shift(change);
      cut += moveTargets.refresh();
      cut += balancer.run();
    }
    return any;
  }

  private void findCandidates(int from, int to, double temperature) {
    for (int v = from; v < to; v++) {
      int target = moveTargets.target(v);
      candidate[v] =
          target != MoveTargets.NONE
              && !moved[v]
              && isWorthIt(moveTargets.gain(v), temperature * moveTargets.inside(v))
              && state.fits(v, target);
    }
  }

  private static boolean isWorthIt(int gain, double mostLost) {
    return gain > 0 || -gain < mostLost;
  }

  private void findMoving(int from, int to, ArcRow row) {
    for (int v = from; v < to; v++) {
      moving[v] = candidate[v] && gainAfterOthers(v, row) > 0;
    }
  }

  /** The gain of a node after the moves of its neighbours among the candidates. */
  private int gainAfterOthers(int v, ArcRow row) {
    int own = state.part(v);
    int target = moveTargets.target(v);
    int gain = moveTargets.gain(v);
    graph.read(v, row);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      if (candidate[u] && isBefore(u, v)) {
        int sides = side(moveTargets.target(u), own, target) - side(state.part(u), own, target);
        gain += sides * row.weight(e);
      }
    }
    return gain;
  }

  /** The contribution of an edge into a part to the gain of a move, by its weight. */
  private static int side(int part, int own, int target) {
    return part == target ? 1 : part == own ? -1 : 0;
  }

  private boolean isBefore(int u, int v) {
    int more = Integer.compare(moveTargets.gain(u), moveTargets.gain(v));
    return more > 0 || (more == 0 && u < v);
  }

  /** Moves nodes without their loads, whose change is added up. */
  private boolean move(long[] change) {
    boolean[] any = new boolean[1];
    chunks.forEach(
        graph.nodeCount(),
        (from, to, row) -> {
          long[] sums = null;
          for (int v = from; v < to; v++) {
            if (moving[v]) {
              sums = sums == null ? new long[change.length] : sums;
              moveTargets.moved(v, state.part(v), moveTargets.target(v), row);
              state.relabel(v, moveTargets.target(v), sums);
            }
          }
          if (sums != null) {
            synchronized (change) {
              any[0] = true;
              for (int i = 0; i < change.length; i++) {
                change[i] += sums[i];
              }
            }
          }
        });
    return any[0];
  }
}
