package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Places rows by access probability (Song and Jiang 2022, Algorithm 1).
 *
 * <p>Every device of a group starts with the most probable nodes. Then copies, the least probable
 * first, are replaced by the most probable nodes that the group lacks, as long as
 *
 * <pre>  p(new) &gt; α · p(old),    α = cost of reading from a peer / cost of reading from the host
 * </pre>
 *
 * <p>One copy in the group stays. Devices take turns in the order of the probability they have
 * gained, so that all gain alike. A device without peers caches the most probable nodes. O(nodes).
 *
 * @param alpha 0 if reading from peers costs as much as from own memory; 1 if as much as from the
 *     host
 */
public record CachedPlacer(double alpha) implements Placer {
  public CachedPlacer {
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException(
          "alpha %s: expected a number from 0 to 1, the cost of a peer's row over a host's"
              .formatted(alpha));
    }
  }

  @Override
  public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
    Placement.checkRows(devices, graph.nodeCount());
    int[] ranked = probabilities.descending();
    int[][] buffers = new int[devices.count()][];
    for (List<Integer> group : devices.groups()) {
      for (int device : group) {
        buffers[device] = Arrays.copyOf(ranked, devices.rows());
      }
      spread(group, ranked, probabilities, buffers);
    }
    return Placement.of(devices, probabilities.nodeCount(), buffers);
  }

  private void spread(
      List<Integer> group, int[] ranked, AccessProbabilities probabilities, int[][] buffers) {
    int rows = buffers[group.getFirst()].length;
    double[] gained = new double[buffers.length];
    List<Integer> turns = new ArrayList<>(group);
    int candidate = rows;
    for (int slot = rows - 1; slot >= 0; slot--) {
      double worthKeeping = alpha * probabilities.of(ranked[slot]);
      turns.sort(Comparator.comparingDouble(device -> gained[device]));
      for (int device : turns.subList(0, turns.size() - 1)) {
        if (candidate == ranked.length || !(probabilities.of(ranked[candidate]) > worthKeeping)) {
          return;
        }
        buffers[device][slot] = ranked[candidate];
        gained[device] += probabilities.of(ranked[candidate]);
        candidate++;
      }
    }
  }
}
