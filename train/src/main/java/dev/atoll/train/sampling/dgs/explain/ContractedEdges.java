package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.shard.ShardGraph;
import dev.atoll.train.block.EdgeNorm;
import java.util.Arrays;

/**
 * Contracts a worker's own nodes (DGS, section III-B) to one node per group.
 *
 * <pre>
 *   row g   group g: groups, then remote nodes
 *   row u   remote node u: itself if the norm has self-loops, then groups
 * </pre>
 *
 * Every row takes a mean of its messages, regardless of the model's norm: with D^−½AD^−½ the
 * thousands of edges of a contracted node would add up to many times what any real node receives.
 * The weights of a group's edges are the means over its nodes of the shares that these edges have
 * in each: a group reads exactly the mean of what its nodes read.
 */
final class ContractedEdges {
  private final int core;
  private final EdgeNorm norm;

  /** Neighbours of own nodes: own nodes, then remote ones from {@link #core} on. */
  private final int[] start;

  private final int[] neighbor;

  ContractedEdges(ShardGraph shard, int core, EdgeNorm norm) {
    this.core = core;
    this.norm = norm;
    HostCsr edges = shard.edges(norm.selfLoops());
    this.start = new int[core + 1];
    this.neighbor = new int[Math.toIntExact(edges.start(core))];
    for (int v = 0; v < core; v++) {
      start[v + 1] = Math.toIntExact(edges.start(v + 1L));
      for (int e = start[v]; e < start[v + 1]; e++) {
        neighbor[e] = edges.columnOf(e);
      }
    }
  }

  long heldBytes() {
    return (long) Integer.BYTES * (start.length + neighbor.length);
  }

  /**
   * The edges of the explanation graph.
   *
   * @param dealt the remote nodes that take part, by their indices in the halo
   * @param remote all remote nodes
   */
  StarEdges edges(PooledNodes pooled, int[] dealt, int remote) {
    var edges = new StarEdges(pooled.groups() + dealt.length);
    int[] indexOf = new int[remote];
    Arrays.fill(indexOf, -1);
    for (int i = 0; i < dealt.length; i++) {
      indexOf[dealt[i]] = i;
    }
    var sums = new Sums(pooled, dealt.length);
    sums.read(indexOf);
    for (int g = 0; g < pooled.groups(); g++) {
      sums.addGroup(g, edges);
    }
    for (int i = 0; i < dealt.length; i++) {
      sums.addRemote(i, edges);
    }
    return edges;
  }

  private void addItself(int row, StarEdges edges) {
    if (norm.selfLoops()) {
      edges.add(row, 1 - ofGroups(), StarEdges.UNMASKED);
    }
  }

  /** The share of groups in the mean that a remote node reads. */
  private double ofGroups() {
    return norm.selfLoops() ? 0.5 : 1;
  }

  /** The shares of edges, summed over the nodes of a group. */
  private final class Sums {
    private final PooledNodes pooled;
    private final int[] sizes;
    private final double[][] toGroup;
    private final float[][] toRemote;
    private final double[] toAllRemote;

    Sums(PooledNodes pooled, int remote) {
      this.pooled = pooled;
      this.sizes = pooled.sizes();
      this.toGroup = new double[pooled.groups()][pooled.groups()];
      this.toRemote = new float[pooled.groups()][remote];
      this.toAllRemote = new double[pooled.groups()];
    }

    private void read(int... indexOf) {
      for (int v = 0; v < core; v++) {
        int group = pooled.groupOf()[v];
        double share = 1.0 / Math.max(1, start[v + 1] - start[v]);
        for (int e = start[v]; e < start[v + 1]; e++) {
          if (neighbor[e] < core) {
            toGroup[group][pooled.groupOf()[neighbor[e]]] += share;
            continue;
          }
          toAllRemote[group] += share;
          int index = indexOf[neighbor[e] - core];
          if (index >= 0) {
            toRemote[group][index] += (float) share;
          }
        }
      }
    }

    /**
     * Adds the row of a group. The remote nodes that take part represent all: their weights are
     * scaled to the sum over all remote nodes.
     */
    private void addGroup(int group, StarEdges edges) {
      for (int g = 0; g < sizes.length; g++) {
        if (toGroup[group][g] > 0) {
          edges.add(g, toGroup[group][g] / sizes[group], StarEdges.UNMASKED);
        }
      }
      double dealt = 0;
      for (float share : toRemote[group]) {
        dealt += share;
      }
      for (int i = 0; i < toRemote[group].length; i++) {
        if (toRemote[group][i] > 0) {
          double weight = toRemote[group][i] * toAllRemote[group] / dealt / sizes[group];
          edges.add(sizes.length + i, weight, i);
        }
      }
      edges.endRow();
    }

    private void addRemote(int index, StarEdges edges) {
      addItself(sizes.length + index, edges);
      double sum = 0;
      for (float[] ofGroup : toRemote) {
        sum += ofGroup[index];
      }
      for (int g = 0; g < sizes.length; g++) {
        if (toRemote[g][index] > 0) {
          edges.add(g, ofGroups() * toRemote[g][index] / sum, index);
        }
      }
      edges.endRow();
    }
  }
}
