package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import java.util.Arrays;

/**
 * Takes the nodes in their order and puts each where its neighbours are, unless that part is too
 * full. Needs little memory and time; later passes know where all neighbours went in the one before
 * (restreaming).
 *
 * <pre>
 *   LDG      |N(v) ∩ P| · (1 − fullness(P))                      Stanton, Kliot 2012
 *   Fennel   |N(v) ∩ P| − α·γ·|P|^(γ−1), α = m·k^(γ−1)/n^γ      Tsourakakis et al. 2014, γ = 1.5
 * </pre>
 *
 * With several constraints, |P| is the fullness of P times the nodes of an even part.
 */
public record StreamPartitioner(Rule rule, int passes) implements Partitioner {
  private static final double GAMMA = 1.5;

  /** How neighbours and room are weighed against each other. */
  public enum Rule {
    LDG,
    FENNEL
  }

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
    var capacities = Capacities.of(graph, goal);
    try (var undirected = UndirectedGraph.of(graph, goal.threads())) {
      var stream = new Stream(undirected.graph(), goal.parts(), capacities);
      for (int pass = 0; pass < passes; pass++) {
        stream.pass();
      }
      return new Partitioning(goal.parts(), stream.partOf);
    }
  }

  private final class Stream {
    private final CsrGraph graph;
    private final int parts;
    private final PartLoads loads;
    private final int[] partOf;
    private final int[] neighbors;
    private final double evenPart;
    private final double alpha;

    Stream(CsrGraph graph, int parts, Capacities capacities) {
      this.graph = graph;
      this.parts = parts;
      this.loads = new PartLoads(capacities, parts);
      this.partOf = new int[graph.nodeCount()];
      this.neighbors = new int[parts];
      this.evenPart = partOf.length / (double) parts;
      double edges = graph.edgeCount() / 2.0;
      this.alpha = edges * Math.sqrt(parts) / Math.pow(Math.max(1, partOf.length), GAMMA);
      Arrays.fill(partOf, -1);
    }

    void pass() {
      for (int v = 0; v < partOf.length; v++) {
        if (partOf[v] >= 0) {
          loads.remove(v, partOf[v]);
        }
        partOf[v] = choose(v);
        loads.add(v, partOf[v]);
      }
    }

    private int choose(int v) {
      Arrays.fill(neighbors, 0);
      for (long e = graph.rowStart(v), end = graph.rowStart(v + 1L); e < end; e++) {
        int part = partOf[graph.source(e)];
        if (part >= 0) {
          neighbors[part]++;
        }
      }
      int best = -1;
      double most = 0;
      for (int part = 0; part < parts; part++) {
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
      double fullness = loads.fullness(part);
      return switch (rule) {
        case LDG -> neighbors[part] * (1 - fullness);
        case FENNEL -> neighbors[part] - alpha * GAMMA * Math.sqrt(fullness * evenPart);
      };
    }
  }
}
