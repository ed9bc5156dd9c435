package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;

/**
 * Refinement by exchanges, for parts that are full in some constraint, so that hardly any single
 * node can move. A node moves to the part with the largest gain. If that part then exceeds a cap,
 * one of its nodes moves on to a third part, and so on, until every part is within its caps again.
 *
 * <pre>
 *   v: p → q   a training node; q holds one too many now
 *   u: q → r   the training node of q that costs least; r holds too many edges now
 *   w: r → p   a node with many edges
 * </pre>
 *
 * A chain that ends within the caps without increasing the cut is kept, others are undone. Nodes
 * are queued by part and class, where the class of a node is the constraint of which it has the
 * largest share.
 */
final class ExchangeRefiner {
  /** The excess over its cap that a part may have within a chain. */
  private static final double LOOSE = 1.05;

  private static final int MOST_MOVES = 12;

  /** First nodes of a queue, among which the next of a chain is chosen. */
  private static final int EXAMINED = 8;

  /** The share of an overload that counts as relieved when it only moves to another part. */
  private static final double PASSED_ON = 0.5;

  /** For classes below this share of the nodes, interior nodes are queued as well. */
  private static final double RARE = 0.05;

  private static final double NOTHING = 1e-9;

  private final PartState state;
  private final WeightedGraph graph;
  private final Gains gains;
  private final int constraints;
  private final int[] classOf;
  private final boolean[] rare;
  private final NodeQueues queues;
  private final boolean[] locked;
  private final MoveLog moves = new MoveLog();
  private final int[] near;
  private final int[] weights;
  private final boolean[] isNear;
  private double bestScore;
  private int nextNode;
  private int nextTarget;

  ExchangeRefiner(PartState state, Gains gains) {
    this.state = state;
    this.graph = state.graph();
    this.gains = gains;
    this.constraints = graph.constraints();
    int nodes = graph.nodeCount();
    classOf = new int[nodes];
    int[] sizes = new int[constraints];
    for (int v = 0; v < nodes; v++) {
      classOf[v] = graph.heaviestConstraint(v);
      sizes[classOf[v]]++;
    }
    rare = new boolean[constraints];
    for (int j = 0; j < constraints; j++) {
      rare[j] = sizes[j] < RARE * nodes;
    }
    queues = new NodeQueues(nodes, state.parts() * constraints);
    locked = new boolean[nodes];
    near = new int[state.parts()];
    weights = new int[state.parts()];
    isNear = new boolean[state.parts()];
  }

  /**
   * Makes chains of moves, moving each node at most once, and returns the reduction of the cut. A
   * partition beyond its caps stays unchanged.
   *
   * @param chainsWithoutGain after which the search ends
   */
  long round(int chainsWithoutGain) {
    if (!state.isBalanced()) {
      return 0;
    }
    state.loosenByOne(LOOSE);
    Arrays.fill(locked, false);
    for (int v = 0; v < graph.nodeCount(); v++) {
      enqueue(v);
    }
    long gained = search(chainsWithoutGain);
    queues.clear();
    state.loosen(1);
    return gained;
  }

  private void enqueue(int v) {
    if (gains.isBoundary(v)) {
      long move = gains.best(v);
      insert(v, move == Gains.NONE ? gainAnywhere(v) : Gains.gain(move));
    } else if (rare[classOf[v]]) {
      insert(v, gainAnywhere(v));
    }
  }

  /** The gain of a node in a part without neighbours. */
  private int gainAnywhere(int v) {
    return -gains.weightTo(v, state.part(v));
  }

  private void insert(int v, int key) {
    queues.insert(state.part(v) * constraints + classOf[v], v, key);
  }

  private long search(int chainsWithoutGain) {
    moves.clear();
    int kept = 0;
    long gained = 0;
    long most = 0;
    int withoutGain = 0;
    for (int q = queues.largest();
        q >= 0 && withoutGain <= chainsWithoutGain;
        q = queues.largest()) {
      int key = queues.topKey(q);
      int v = queues.node(q, 0);
      long move = gains.best(v);
      queues.remove(v);
      if (move == Gains.NONE) {
        continue;
      }
      int gain = Gains.gain(move);
      if (gain < key && gain < queues.topKey()) {
        insert(v, gain);
        continue;
      }
      locked[v] = true;
      if (isPromising(v, Gains.target(move), gain)) {
        gained += chain(v, Gains.target(move), gain);
      }
      withoutGain++;
      if (gained > most) {
        most = gained;
        kept = moves.size();
        withoutGain = 0;
      }
    }
    moves.undo(kept, gains);
    return most;
  }

  /**
   * Whether a chain may end without a loss: the part that a node moves into stays within its caps,
   * or can release a node that costs no more than the gain. Only loads are changed for that and
   * restored, because a move updates the gains of all neighbours, and most chains end here. Gains
   * of nodes in that part would only fall.
   */
  private boolean isPromising(int v, int to, int gain) {
    int from = state.part(v);
    state.move(v, to);
    boolean promising = !state.isOverloaded(to);
    for (int q = to * constraints; q < (to + 1) * constraints && !promising; q++) {
      for (int i = Math.min(EXAMINED, queues.size(q)) - 1; i >= 0 && !promising; i--) {
        int u = queues.node(q, i);
        promising = gain + gains.mostGain(u) >= 0 && state.relief(u, to) > NOTHING;
      }
    }
    state.move(v, from);
    return promising;
  }

  /** Moves a node, and others to restore the caps; returns the gain, 0 when the chain is undone. */
  private long chain(int v, int to, int gain) {
    int first = moves.size();
    long total = gain;
    move(v, to);
    double overload = state.overload();
    while (overload > NOTHING && moves.size() - first < MOST_MOVES && findNext(overload)) {
      total += gainOf(nextNode, nextTarget);
      if (total < 0) {
        break;
      }
      queues.remove(nextNode);
      locked[nextNode] = true;
      move(nextNode, nextTarget);
      overload = state.overload();
    }
    if (overload <= NOTHING && total >= 0) {
      return total;
    }
    while (moves.size() > first) {
      moves.removeLast();
      put(moves.node(), moves.from());
      if (moves.size() > first) {
        locked[moves.node()] = false;
        enqueue(moves.node());
      }
    }
    return 0;
  }

  private int gainOf(int v, int to) {
    return gains.weightTo(v, to) - gains.weightTo(v, state.part(v));
  }

  /** Finds the move out of an overloaded part of least cost per relieved weight. */
  private boolean findNext(double overload) {
    bestScore = -Double.MAX_VALUE;
    nextNode = -1;
    for (int p = state.nextOverloaded(0); p >= 0; p = state.nextOverloaded(p + 1)) {
      for (int q = p * constraints; q < (p + 1) * constraints; q++) {
        for (int i = Math.min(EXAMINED, queues.size(q)) - 1; i >= 0; i--) {
          findTarget(queues.node(q, i), overload);
        }
      }
    }
    return nextNode >= 0;
  }

  /** Records the best move of a node if it is better than the best so far. */
  private void findTarget(int u, double overload) {
    int own = state.part(u);
    if (gains.mostGain(u) <= bestScore) {
      return; // no score is above the gain
    }
    double less = state.relief(u, own);
    if (less <= NOTHING) {
      return;
    }
    int inside = gains.weightTo(u, own);
    int count = gains.adjacent(u, near, weights);
    for (int i = 0; i < count; i++) {
      consider(u, near[i], weights[i] - inside, less, overload);
    }
    considerOthers(u, count, -inside, less, overload);
  }

  /**
   * Records a move if it is better than the best so far; of equal moves of a node, the one into the
   * first part.
   */
  private void consider(int u, int to, int gain, double less, double overload) {
    if (gain < bestScore) {
      return;
    }
    double relief = less - state.burden(u, to, less + 2 * NOTHING);
    if (relief >= -NOTHING) {
      double score = score(gain, relief > NOTHING ? Math.min(1, relief / overload) : PASSED_ON);
      if (score > bestScore || (score == bestScore && u == nextNode && to < nextTarget)) {
        bestScore = score;
        nextNode = u;
        nextTarget = to;
      }
    }
  }

  /** The gain of a move by the share of the overload that it relieves. */
  private static double score(int gain, double share) {
    return gain > 0 ? gain * share : gain / share;
  }

  /**
   * Considers the parts without a neighbour of a node, which all have the same gain, until none can
   * be better than the best so far.
   *
   * @param count number of parts with a neighbour, in {@link #near}
   */
  private void considerOthers(int u, int count, int gain, double less, double overload) {
    double ceiling = score(gain, Math.max(PASSED_ON, Math.min(1, less / overload)));
    if (ceiling < bestScore || (ceiling == bestScore && u != nextNode)) {
      return;
    }
    isNear[state.part(u)] = true;
    for (int i = 0; i < count; i++) {
      isNear[near[i]] = true;
    }
    for (int to = 0; to < isNear.length && (bestScore < ceiling || to < nextTarget); to++) {
      if (!isNear[to]) {
        consider(u, to, gain, less, overload);
      }
    }
    isNear[state.part(u)] = false;
    for (int i = 0; i < count; i++) {
      isNear[near[i]] = false;
    }
  }

  private void move(int v, int to) {
    moves.add(v, state.part(v));
    put(v, to);
  }

  private void put(int v, int to) {
    int from = state.part(v);
    ArcRow row = gains.move(v, to);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      if (queues.contains(u)) {
        queues.update(u, gains.keyAfter(u, queues.key(u), from, to, row.weight(e)));
      } else if (!locked[u]) {
        enqueue(u);
      }
    }
  }
}
