package dev.atoll.graph.partition.streaming;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.grow.GrowingPartition;
import dev.atoll.graph.partition.grow.PartLoads;
import java.util.Arrays;

/**
 * Fennel (Tsourakakis et al. 2014): assigns the nodes in their order, each to the part of its
 * neighbours unless that is too full. Needs little memory and time; later passes know where all
 * neighbours went in the one before (restreaming). The score of a part is
 *
 * <pre>
 *   |N(v) ∩ P| − α·γ·|P|^(γ−1)        α = m·k^(γ−1)/n^γ, γ = 1.5
 * </pre>
 *
 * With several constraints, |P| is the fullness of P times the nodes of an even part.
 */
public record StreamPartitioner(int passes) implements Partitioner {
  private static final double GAMMA = 1.5;

  public StreamPartitioner {
    if (passes < 1) {
      throw new IllegalArgumentException("passes " + passes + ": expected at least 1");
    }
  }

  @Override
  public String name() {
    return "stream";
  }

  @Override
  public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
    return GrowingPartition.partition(
        graph,
        goal,
        growing -> {
          var stream = new Stream(growing);
          for (int pass = 0; pass < passes; pass++) {
            stream.pass();
          }
        });
  }

  private static final class Stream {
    private final GrowingPartition growing;
    private final PartLoads loads;
    private final int[] neighbors;
    private final double evenPart;
    private final double alpha;

    Stream(GrowingPartition growing) {
      this.growing = growing;
      this.loads = growing.loads();
      int parts = growing.goal().parts();
      int nodes = growing.nodeCount();
      this.neighbors = new int[parts];
      this.evenPart = nodes / (double) parts;
      double edges = growing.graph().edgeCount() / 2.0;
      this.alpha = edges * Math.sqrt(parts) / StrictMath.pow(Math.max(1, nodes), GAMMA);
    }

    void pass() {
      for (int v = 0; v < growing.nodeCount(); v++) {
        growing.withdraw(v);
        growing.assign(v, choose(v));
      }
    }

    private int choose(int v) {
      Arrays.fill(neighbors, 0);
      growing.countNeighbors(v, neighbors);
      int best = -1;
      double most = 0;
      for (int part = 0; part < neighbors.length; part++) {
        if (loads.fits(v, part)) {
          double score = score(part);
          if (best < 0
              || score > most
              || (score == most && loads.fullness(part) < loads.fullness(best))) {
            best = part;
            most = score;
          }
        }
      }
      return best >= 0 ? best : loads.emptiestFor(v);
    }

    private double score(int part) {
      return neighbors[part] - alpha * GAMMA * Math.sqrt(loads.fullness(part) * evenPart);
    }
  }
}
