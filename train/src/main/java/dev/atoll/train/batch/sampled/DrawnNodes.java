package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Sampler;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes of some branches with the neighbours they drew, by number. A node that several branches
 * have takes its entry from the branch that reached it in the fewest hops: that branch has it as a
 * target in every layer in which any branch does.
 */
final class DrawnNodes {
  private final List<RoleHops> branches;

  /** The index of each node's entry, plus one; 0 for none. */
  private final int[] entryOf;

  private int[] nodes = new int[64];
  private int[] branchOf = new int[64];
  private int[] rowOf = new int[64];
  private int count;

  DrawnNodes(List<RoleHops> branches, int nodeCount) {
    this.branches = branches;
    this.entryOf = new int[nodeCount];
  }

  /** A sampler that repeats the draws of the branches: a hop when all of them have drawn it. */
  Sampler sampler() {
    int layers = branches.getFirst().layers();
    return new FusedSampler(
        IntStream.range(0, layers).mapToObj(Drawn::new).toList(),
        new Fanouts(Collections.nCopies(layers, Fanouts.ALL)));
  }

  private void forget() {
    for (int entry = 0; entry < count; entry++) {
      entryOf[nodes[entry]] = 0;
    }
    count = 0;
  }

  /** Adds the nodes that a branch reaches in a number of hops. */
  private void add(int branch, int hops) {
    RoleHops drawn = branches.get(branch);
    for (int row = drawn.firstAfter(hops); row < drawn.endAfter(hops); row++) {
      int node = drawn.node(row);
      if (entryOf[node] == 0) {
        grow();
        nodes[count] = node;
        branchOf[count] = branch;
        rowOf[count] = row;
        entryOf[node] = ++count;
      }
    }
  }

  private void grow() {
    if (count == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * count);
      branchOf = Arrays.copyOf(branchOf, 2 * count);
      rowOf = Arrays.copyOf(rowOf, 2 * count);
    }
  }

  private int entry(MemorySegment wanted, int place) {
    int node = wanted.getAtIndex(JAVA_INT, place);
    if (entryOf[node] == 0) {
      throw new IllegalStateException("node %d is in no branch".formatted(node));
    }
    return entryOf[node] - 1;
  }

  private final class Drawn implements NeighborSource {
    private final int layer;

    Drawn(int layer) {
      this.layer = layer;
    }

    private NeighborPicks picks(int entry) {
      return branches.get(branchOf[entry]).block(layer).picks();
    }

    @Override
    public int nodeCount() {
      return entryOf.length;
    }

    @Override
    public boolean weighted() {
      return branches.stream().anyMatch(branch -> branch.block(layer).correction() != null);
    }

    @Override
    public void pick(
        MemorySegment frontier, int size, int fanout, RandomKey key, NeighborPicks into) {
      if (layer == 0) {
        forget();
      }
      for (int branch = 0; branch < branches.size(); branch++) {
        add(branch, layer);
      }
      boolean weighted = weighted();
      into.begin(size, edges(frontier, size), weighted);
      for (int place = 0; place < size; place++) {
        copy(entry(frontier, place), weighted, into);
      }
    }

    private void copy(int entry, boolean weighted, NeighborPicks into) {
      RoleHops branch = branches.get(branchOf[entry]);
      NeighborPicks picks = picks(entry);
      int row = rowOf[entry];
      for (long e = picks.rowStart(row), end = picks.rowStart(row + 1); e < end; e++) {
        int source = branch.node(picks.neighbor(e));
        if (weighted) {
          into.add(source, picks.correction(e));
        } else {
          into.add(source);
        }
      }
      into.endRow(picks.degree(row));
    }

    private long edges(MemorySegment frontier, int size) {
      long edges = 0;
      for (int place = 0; place < size; place++) {
        int entry = entry(frontier, place);
        NeighborPicks picks = picks(entry);
        edges += picks.rowStart(rowOf[entry] + 1) - picks.rowStart(rowOf[entry]);
      }
      return edges;
    }

    @Override
    public void degrees(MemorySegment wanted, int size, MemorySegment into) {
      throw new UnsupportedOperationException("degrees come with the rows");
    }
  }
}
