package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.ArcRow;
import dev.atoll.graph.cluster.WeightedGraph;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Moves nodes out of parts that hold too much into parts with capacity, where it costs the least
 * cut per weight. In a pass all nodes of such parts choose at once; the cheapest then move one
 * after the other, as long as their part holds too much. Where single moves do not help, {@link
 * Rebalancer} follows.
 */
final class OverloadBalancer {
  private static final int MOST_PASSES = 8;

  /** Passes in which a node whose target got full stays for the next pass. */
  private static final int PATIENT_PASSES = 3;

  private static final int BUCKET_SHIFT = 20;
  private static final int BUCKETS = 1 << (Integer.SIZE - BUCKET_SHIFT);

  private final PartState state;
  private final WeightedGraph graph;
  private final MoveTargets moveTargets;
  private final NodeChunks chunks;
  private int[] keys;
  private int[] targets;

  OverloadBalancer(PartState state, MoveTargets moveTargets, int threads) {
    this.state = state;
    this.graph = state.graph();
    this.moveTargets = moveTargets;
    this.chunks = new NodeChunks(threads);
  }

  /** Moves until every part is within its caps, or nothing helps; returns the growth of the cut. */
  long run() {
    long grown = 0;
    for (int pass = 0; pass < MOST_PASSES && !state.isBalanced(); pass++) {
      if (keys == null) {
        keys = new int[graph.nodeCount()];
        targets = new int[graph.nodeCount()];
      }
      if (!pass(pass < PATIENT_PASSES)) {
        break;
      }
      grown += moveTargets.refresh();
    }
    return grown;
  }

  /** Returns whether a node has moved. */
  private boolean pass(boolean patient) {
    int[] tightest = new int[state.parts()];
    Arrays.setAll(tightest, state::tightest);
    var weights = new AtomicLongArray[state.parts()];
    Arrays.setAll(weights, p -> tightest[p] < 0 ? null : new AtomicLongArray(BUCKETS));
    int[] emptiest = emptiestFirst();
    chunks.forEach(
        graph.nodeCount(), (from, to, row) -> choose(from, to, tightest, emptiest, weights, row));
    int[] least = new int[state.parts()];
    Arrays.setAll(least, p -> tightest[p] < 0 ? BUCKETS : least(p, tightest[p], weights[p]));
    long[] order = inOrder(least);
    int[] from = new int[order.length];
    int[] weightTo = new int[state.parts()];
    var row = new ArcRow();
    int count = 0;
    for (long one : order) {
      int v = (int) one;
      int p = state.part(v);
      int j = tightest[p];
      if (state.load(p, j) > state.cap(p, j) && findsTarget(v, patient, weightTo, row)) {
        from[count] = p;
        state.move(v, targets[v]);
        order[count++] = v;
      }
    }
    int moved = count;
    chunks.forEach(
        moved,
        (first, end, each) -> {
          for (int i = first; i < end; i++) {
            int v = (int) order[i];
            moveTargets.moved(v, from[i], targets[v], each);
          }
        });
    return moved > 0;
  }

  /** Whether the target of a node has capacity still; an impatient node takes another then. */
  private boolean findsTarget(int v, boolean patient, int[] weightTo, ArcRow row) {
    if (state.fits(v, targets[v])) {
      return true;
    }
    if (patient) {
      return false;
    }
    int target = moveTargets.target(v);
    if (target == MoveTargets.NONE || !state.fits(v, target)) {
      moveTargets.weightsNow(v, weightTo, row);
      target = best(v, weightTo);
    }
    if (target != MoveTargets.NONE) {
      targets[v] = target;
    }
    return target != MoveTargets.NONE;
  }

  private int[] emptiestFirst() {
    return IntStream.range(0, state.parts())
        .boxed()
        .sorted(Comparator.comparing(state::fullness))
        .mapToInt(p -> p)
        .toArray();
  }

  private void choose(
      int from, int to, int[] tightest, int[] emptiest, AtomicLongArray[] weights, ArcRow row) {
    int[] weightTo = new int[state.parts()];
    for (int v = from; v < to; v++) {
      int p = state.part(v);
      targets[v] = MoveTargets.NONE;
      if (tightest[p] >= 0 && graph.nodeWeight(v, tightest[p]) > 0) {
        long move = bestMove(v, emptiest, weightTo, row);
        if (move != Gains.NONE) {
          targets[v] = Gains.target(move);
          keys[v] = Rebalancer.key(state, v, Gains.gain(move));
          weights[p].addAndGet(bucket(keys[v]), graph.nodeWeight(v, tightest[p]));
        }
      }
    }
  }

  private static int bucket(int key) {
    return (key ^ Integer.MIN_VALUE) >>> BUCKET_SHIFT;
  }

  /** The best move into a part with capacity as long as no node has moved. */
  private long bestMove(int v, int[] emptiest, int[] weightTo, ArcRow row) {
    int target = moveTargets.target(v);
    if (target == MoveTargets.NONE) {
      int best = firstWithCapacity(v, emptiest);
      return best == MoveTargets.NONE ? Gains.NONE : Gains.pack(-moveTargets.all(v, row), best);
    }
    if (state.fits(v, target)) {
      return Gains.pack(moveTargets.gain(v), target);
    }
    moveTargets.weights(v, weightTo, row);
    int best = best(v, weightTo);
    return best == MoveTargets.NONE
        ? Gains.NONE
        : Gains.pack(weightTo[best] - weightTo[state.part(v)], best);
  }

  private int firstWithCapacity(int v, int[] order) {
    int own = state.part(v);
    for (int p : order) {
      if (p != own && state.fits(v, p)) {
        return p;
      }
    }
    return MoveTargets.NONE;
  }

  /** The best part with capacity; the emptiest where no neighbour is in one. */
  private int best(int v, int[] weightTo) {
    int own = state.part(v);
    int best = MoveTargets.NONE;
    for (int p = 0; p < weightTo.length; p++) {
      if (p != own
          && (best == MoveTargets.NONE || isBetter(p, best, weightTo))
          && state.fits(v, p)) {
        best = p;
      }
    }
    return best;
  }

  private boolean isBetter(int p, int best, int[] weightTo) {
    return weightTo[p] > weightTo[best]
        || (weightTo[p] == weightTo[best] && state.fullness(p) < state.fullness(best));
  }

  /** The bucket down to which the nodes of a part must go. */
  private int least(int p, int constraint, AtomicLongArray weights) {
    long excess = state.load(p, constraint) - state.cap(p, constraint);
    int bucket = BUCKETS;
    while (bucket > 0 && excess > 0) {
      bucket--;
      excess -= weights.get(bucket);
    }
    return bucket;
  }

  /** The nodes that may have to go, the cheapest first; nodes are in the lower 32 bits. */
  private long[] inOrder(int[] least) {
    var found = new long[Math.ceilDiv(keys.length, NodeChunks.SIZE)][];
    chunks.forEach(
        graph.nodeCount(),
        (from, to, _) -> {
          long[] some = new long[to - from];
          int count = 0;
          for (int v = from; v < to; v++) {
            if (targets[v] != MoveTargets.NONE && bucket(keys[v]) >= least[state.part(v)]) {
              some[count++] = (long) ~keys[v] << 32 | v;
            }
          }
          found[from / NodeChunks.SIZE] = Arrays.copyOf(some, count);
        });
    long[] order = Arrays.stream(found).flatMapToLong(Arrays::stream).toArray();
    Arrays.sort(order);
    return order;
  }
}
