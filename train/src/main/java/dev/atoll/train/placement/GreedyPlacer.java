package dev.atoll.train.placement;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Places rows for devices with different access probabilities, which follow from the seeds that
 * each trains on. The saving of a group by its buffers B is
 *
 * <pre>
 *   Σ over v in any buffer of r(v) · (host − peer)  +  Σ over d, v in B(d) of r(d, v) · (peer − own)
 * </pre>
 *
 * <p>with r(d, v) the expected reads of v by device d, and r(v) their sum over the group. The row
 * with the largest saving is placed next, on a device with capacity: its first copy counts both
 * terms, another copy only the second. Savings are submodular, so the result saves at least half of
 * the optimum, and much more on the graphs that were tried. If all devices have equal probabilities
 * it stores as many copies as {@link CachedPlacer} with the α of {@link TierCosts#alpha(int)}.
 * O(nodes · devices).
 */
public record GreedyPlacer(TierCosts costs) {
  /** Fills the buffers of all devices, given the probabilities of each. */
  public Placement place(List<AccessProbabilities> probabilities, Devices devices) {
    if (probabilities.size() != devices.count()) {
      throw new IllegalArgumentException(
          "access probabilities of %d devices for %d: expected those of each"
              .formatted(probabilities.size(), devices.count()));
    }
    int nodes = probabilities.getFirst().nodeCount();
    Placement.checkRows(devices, nodes);
    int[][] buffers = new int[devices.count()][devices.rows()];
    for (List<Integer> group : devices.groups()) {
      new Group(group, probabilities, nodes, buffers).fill();
    }
    return Placement.of(devices, nodes, buffers);
  }

  /** Devices that read each other's rows. A pair is a device's copy of a node. */
  private final class Group {
    private final List<Integer> members;
    private final int[][] buffers;
    private final int[] filled;
    private final double[] gained;
    private final BitSet kept = new BitSet();
    private final BitSet copies = new BitSet();
    private final double[] reads;
    private final double[] sums;

    Group(
        List<Integer> members,
        List<AccessProbabilities> probabilities,
        int nodes,
        int[][] buffers) {
      this.members = members;
      this.buffers = buffers;
      this.filled = new int[members.size()];
      this.gained = new double[members.size()];
      this.reads = new double[pairs(nodes, members.size())];
      this.sums = new double[nodes];
      for (int v = 0; v < nodes; v++) {
        for (int m = 0; m < members.size(); m++) {
          double r = probabilities.get(members.get(m)).reads(v);
          reads[v * members.size() + m] = r;
          sums[v] += r;
        }
      }
    }

    private static int pairs(int nodes, int devices) {
      long pairs = (long) nodes * devices;
      if (pairs > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "%d nodes on %d devices that read each other's rows: expected at most %d pairs, found %d; use smaller groups of devices"
                .formatted(nodes, devices, Integer.MAX_VALUE, pairs));
      }
      return (int) pairs;
    }

    private double first(int pair) {
      return sums[pair / members.size()] * (costs.host() - costs.peer()) + copy(pair);
    }

    private double copy(int pair) {
      return reads[pair] * (costs.peer() - costs.own());
    }

    void fill() {
      int[] byFirst = Ranking.descending(reads.length, pair -> (float) first(pair));
      int[] byCopy = Ranking.descending(reads.length, pair -> (float) copy(pair));
      int nextFirst = 0;
      int nextCopy = 0;
      while (hasCapacity()) {
        while (nextFirst < byFirst.length && !mayBeFirst(byFirst[nextFirst])) {
          nextFirst++;
        }
        while (nextCopy < byCopy.length && !mayBeCopy(byCopy[nextCopy])) {
          nextCopy++;
        }
        // A node without a copy saves at least as much with its first copy, and is found there.
        boolean firstSavesMore =
            nextFirst < byFirst.length
                && (nextCopy == byCopy.length
                    || first(byFirst[nextFirst]) >= copy(byCopy[nextCopy]));
        keep(firstSavesMore ? leastGained(byFirst[nextFirst]) : byCopy[nextCopy]);
      }
    }

    private boolean hasCapacity() {
      return Arrays.stream(filled).anyMatch(count -> count < buffers[members.getFirst()].length);
    }

    private boolean isFull(int pair) {
      return filled[pair % members.size()] == buffers[members.getFirst()].length;
    }

    private boolean mayBeFirst(int pair) {
      return !isFull(pair) && !kept.get(pair / members.size());
    }

    private boolean mayBeCopy(int pair) {
      return !isFull(pair) && !copies.get(pair);
    }

    /** Among devices that gain alike by a node, the one that has gained least so far. */
    private int leastGained(int pair) {
      int best = pair;
      int row = pair - pair % members.size();
      for (int other = row; other < row + members.size(); other++) {
        if (reads[other] == reads[pair]
            && !isFull(other)
            && gained[other % members.size()] < gained[best % members.size()]) {
          best = other;
        }
      }
      return best;
    }

    private void keep(int pair) {
      int member = pair % members.size();
      int node = pair / members.size();
      gained[member] += kept.get(node) ? copy(pair) : first(pair);
      buffers[members.get(member)][filled[member]++] = node;
      kept.set(node);
      copies.set(pair);
    }
  }
}
