package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.cluster.WeightedGraph;
import dev.atoll.graph.fixture.Graphs;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Random partitions of random graphs, and slow ways to measure them. */
record Cuts(CsrGraph csr, PartState state) {
  static Cuts random(RandomGenerator random) {
    return random(random, random.nextInt(1, 12));
  }

  static Cuts random(RandomGenerator random, int parts) {
    int nodes = random.nextInt(1, 1500);
    CsrGraph csr = Graphs.simple(nodes, random.nextInt(6 * nodes), random);
    int[] weights = new int[nodes];
    Arrays.fill(weights, 1);
    var graph = WeightedGraph.finest(csr, 1, weights);
    long[] caps = new long[parts];
    Arrays.fill(caps, nodes / parts + random.nextInt(1, 60));
    return new Cuts(csr, new PartState(graph, parts, random.ints(nodes, 0, parts).toArray(), caps));
  }

  /** Three constraints, of which parts hold as much as they may, or a little less. */
  static Cuts several(RandomGenerator random) {
    int nodes = random.nextInt(20, 1500);
    int parts = random.nextInt(2, 9);
    CsrGraph csr = Graphs.simple(nodes, random.nextInt(6 * nodes), random);
    int[] weights = new int[3 * nodes];
    int[] part = random.ints(nodes, 0, parts).toArray();
    long[] caps = new long[3 * parts];
    for (int v = 0; v < nodes; v++) {
      weights[3 * v] = 1;
      weights[3 * v + 1] = random.nextInt(5);
      weights[3 * v + 2] = random.nextInt(10) == 0 ? 1 : 0;
      for (int j = 0; j < 3; j++) {
        caps[3 * part[v] + j] += weights[3 * v + j];
      }
    }
    for (int i = 0; i < caps.length; i++) {
      caps[i] += random.nextInt(3);
    }
    return new Cuts(csr, new PartState(WeightedGraph.finest(csr, 3, weights), parts, part, caps));
  }

  int nodes() {
    return state.graph().nodeCount();
  }

  /** Edges of a node into a part, counted. */
  int weightTo(int v, int part) {
    int weight = 0;
    for (long e = csr.rowStart(v); e < csr.rowStart(v + 1L); e++) {
      weight += state.part(csr.source(e)) == part ? 1 : 0;
    }
    return weight;
  }

  /** Σ over nodes of the other parts that hold a neighbour. */
  long volume() {
    long volume = 0;
    for (int v = 0; v < nodes(); v++) {
      for (int part = 0; part < state.parts(); part++) {
        volume += part != state.part(v) && weightTo(v, part) > 0 ? 1 : 0;
      }
    }
    return volume;
  }
}
