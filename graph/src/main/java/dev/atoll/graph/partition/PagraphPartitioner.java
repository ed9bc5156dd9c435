package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import java.util.Arrays;

/**
 * PaGraph's partitioning (Lin et al. 2020), a baseline: training nodes are handed out one by one to
 * the part with the largest
 *
 * <pre>  |TV ∩ N(t)| · (mean training nodes − |TV|) / |PV|</pre>
 *
 * where TV are the training nodes of the part, PV all nodes it has gathered and N(t) the nodes
 * within {@code hops} of t. PaGraph copies N(t) into the part; here a node belongs to the part that
 * gathers it first. Nodes that no part gathers go to the emptiest one. Training nodes are those of
 * the constraint {@code train}; without it, all nodes are.
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
    var capacities = Capacities.of(graph, goal);
    try (var undirected = UndirectedGraph.of(graph, goal.threads())) {
      var work = new Work(undirected.graph(), goal, capacities);
      work.handOutTraining();
      work.handOutRest();
      return new Partitioning(goal.parts(), work.partOf);
    }
  }

  private final class Work {
    private final CsrGraph graph;
    private final int parts;
    private final Capacities capacities;
    private final PartLoads loads;
    private final int train;
    private final int nodes;
    private final int[] partOf;
    private final boolean[] handedOut;
    private final int[] training;
    private final int[] shared;
    private final int[] seenBy;
    private final int[] near;

    Work(CsrGraph graph, PartitionGoal goal, Capacities capacities) {
      this.graph = graph;
      this.parts = goal.parts();
      this.capacities = capacities;
      this.loads = new PartLoads(capacities, parts);
      this.train =
          goal.balance().stream()
              .map(BalanceConstraint::name)
              .toList()
              .indexOf(BalanceConstraint.TRAIN);
      this.nodes = graph.nodeCount();
      this.partOf = new int[nodes];
      this.handedOut = new boolean[nodes];
      this.training = new int[parts];
      this.shared = new int[parts];
      this.seenBy = new int[nodes];
      this.near = new int[nodes];
      Arrays.fill(partOf, -1);
      Arrays.fill(seenBy, -1);
    }

    private boolean isTraining(int v) {
      return train < 0 || capacities.weight(v, train) > 0;
    }

    void handOutTraining() {
      int count = 0;
      for (int v = 0; v < nodes; v++) {
        count += isTraining(v) ? 1 : 0;
      }
      double mean = Math.ceil(count / (double) parts);
      for (int v = 0; v < nodes; v++) {
        if (isTraining(v)) {
          int gathered = gather(v);
          int part = choose(v, gathered, mean);
          claim(v, part);
          handedOut[v] = true;
          training[part]++;
          for (int i = 1; i < gathered; i++) {
            if (partOf[near[i]] < 0 && !isTraining(near[i]) && loads.fits(near[i], part)) {
              claim(near[i], part);
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
        if (handedOut[near[i]]) {
          shared[partOf[near[i]]]++;
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

    private void claim(int v, int part) {
      partOf[v] = part;
      loads.add(v, part);
    }

    void handOutRest() {
      for (int v = 0; v < nodes; v++) {
        if (partOf[v] < 0) {
          claim(v, loads.emptiestFor(v));
        }
      }
    }
  }
}
