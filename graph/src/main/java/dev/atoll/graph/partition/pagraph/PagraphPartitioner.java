package dev.atoll.graph.partition.pagraph;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.grow.GrowingPartition;
import dev.atoll.graph.partition.grow.PartLoads;
import java.util.Arrays;

/**
 * PaGraph's partitioning (Lin et al. 2020), a baseline: training nodes are assigned one by one to
 * the part with the largest
 *
 * <pre>  |TV ∩ N(t)| · (mean training nodes − |TV|) / |PV|</pre>
 *
 * where TV are the training nodes of the part, PV all nodes it has gathered and N(t) the nodes
 * within {@code hops} of t. PaGraph copies N(t) into the part; in Atoll a node belongs to the part
 * that gathers it first. Nodes that no part gathers are assigned to the emptiest part. Training
 * nodes are those of the constraint {@code train}; without it, all nodes are.
 */
public record PagraphPartitioner(int hops) implements Partitioner {
  public PagraphPartitioner {
    if (hops < 1) {
      throw new IllegalArgumentException("hops " + hops + ": expected at least 1");
    }
  }

  @Override
  public String name() {
    return "pagraph";
  }

  @Override
  public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
    return GrowingPartition.partition(
        graph, goal, growing -> new TrainingAssignment(growing).run());
  }

  private final class TrainingAssignment {
    private final GrowingPartition growing;
    private final CsrGraph graph;
    private final int parts;
    private final PartLoads loads;
    private final int train;
    private final int nodes;
    private final boolean[] assigned;
    private final int[] training;
    private final int[] shared;
    private final int[] seenBy;
    private final int[] near;

    TrainingAssignment(GrowingPartition growing) {
      this.growing = growing;
      this.graph = growing.graph();
      this.parts = growing.goal().parts();
      this.loads = growing.loads();
      this.train =
          growing.goal().balance().stream()
              .map(BalanceConstraint::name)
              .toList()
              .indexOf(BalanceConstraint.TRAIN);
      this.nodes = growing.nodeCount();
      this.assigned = new boolean[nodes];
      this.training = new int[parts];
      this.shared = new int[parts];
      this.seenBy = new int[nodes];
      this.near = new int[nodes];
      Arrays.fill(seenBy, -1);
    }

    private boolean isTraining(int v) {
      return train < 0 || growing.capacities().weight(v, train) > 0;
    }

    void run() {
      int count = 0;
      for (int v = 0; v < nodes; v++) {
        count += isTraining(v) ? 1 : 0;
      }
      double mean = Math.ceil(count / (double) parts);
      for (int v = 0; v < nodes; v++) {
        if (isTraining(v)) {
          int gathered = gather(v);
          int part = choose(v, gathered, mean);
          growing.assign(v, part);
          assigned[v] = true;
          training[part]++;
          for (int i = 1; i < gathered; i++) {
            if (!growing.isAssigned(near[i]) && !isTraining(near[i]) && loads.fits(near[i], part)) {
              growing.assign(near[i], part);
            }
          }
        }
      }
    }

    /** Collects the nodes within reach into {@code near}, the node itself first. */
    private int gather(int v) {
      near[0] = v;
      seenBy[v] = v;
      int begin = 0;
      int end = 1;
      for (int hop = 0; hop < hops; hop++) {
        int reached = end;
        for (; begin < end; begin++) {
          int w = near[begin];
          for (long e = graph.rowStart(w), last = graph.rowStart(w + 1L); e < last; e++) {
            int u = graph.source(e);
            if (seenBy[u] != v) {
              seenBy[u] = v;
              near[reached++] = u;
            }
          }
        }
        end = reached;
      }
      return end;
    }

    private int choose(int v, int gathered, double mean) {
      Arrays.fill(shared, 0);
      for (int i = 1; i < gathered; i++) {
        if (assigned[near[i]]) {
          shared[growing.partOf(near[i])]++;
        }
      }
      int best = -1;
      double most = 0;
      for (int part = 0; part < parts; part++) {
        double score = shared[part] * (mean - training[part]) / Math.max(1, loads.size(part));
        if (score > most && loads.fits(v, part)) {
          best = part;
          most = score;
        }
      }
      return best >= 0 ? best : loads.emptiestFor(v);
    }
  }
}
