package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.train.store.FeatureRead;
import dev.atoll.train.store.FeatureStore;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes of some branches with the neighbours they drew and the rows they fetched, by number. A
 * node that several branches have takes its entry from the branch that reached it in the fewest
 * hops: that branch has it as a target in every layer in which any branch does.
 */
final class DrawnNodes {
  private final List<Branch> branches;

  /** The index of each node's entry, plus one; 0 for none. */
  private final int[] entryOf;

  private int[] nodes = new int[64];
  private int[] branchOf = new int[64];
  private int[] rowOf = new int[64];
  private int count;

  DrawnNodes(List<Branch> branches, int nodeCount) {
    this.branches = branches;
    this.entryOf = new int[nodeCount];
  }

  /** Lists the nodes of all branches, which are complete. */
  void list() {
    for (int entry = 0; entry < count; entry++) {
      entryOf[nodes[entry]] = 0;
    }
    count = 0;
    int layers = branches.getFirst().sampled().layers();
    for (int hops = 0; hops <= layers; hops++) {
      for (int branch = 0; branch < branches.size(); branch++) {
        add(branch, hops);
      }
    }
  }

  /** Adds the nodes that a branch reaches in a number of hops. */
  private void add(int branch, int hops) {
    SampledBatch sampled = branches.get(branch).sampled();
    int from = hops == 0 ? 0 : sampled.block(hops - 1).targetCount();
    int to = hops == 0 ? sampled.seedCount() : sampled.block(hops - 1).sourceCount();
    MemorySegment all = sampled.nodes();
    for (int row = from; row < to; row++) {
      int node = all.getAtIndex(JAVA_INT, row);
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

  /** A sampler that repeats the draws of the branches. */
  FusedSampler sampler(int layers) {
    return new FusedSampler(
        IntStream.range(0, layers).mapToObj(Drawn::new).toList(),
        new Fanouts(Collections.nCopies(layers, Fanouts.ALL)));
  }

  /** A store of the rows that the branches have fetched. */
  FeatureStore store() {
    return new Fetched();
  }

  private final class Drawn implements NeighborSource {
    private final int layer;

    Drawn(int layer) {
      this.layer = layer;
    }

    private SampledBlock block(int entry) {
      return branches.get(branchOf[entry]).sampled().block(layer);
    }

    @Override
    public int nodeCount() {
      return entryOf.length;
    }

    @Override
    public boolean weighted() {
      return branches.stream().anyMatch(b -> b.sampled().block(layer).correction() != null);
    }

    @Override
    public void pick(
        MemorySegment frontier, int size, int fanout, RandomKey key, NeighborPicks into) {
      boolean weighted = weighted();
      into.begin(size, edges(frontier, size), weighted);
      for (int place = 0; place < size; place++) {
        int entry = entry(frontier, place);
        SampledBlock block = block(entry);
        MemorySegment sources = block.sources();
        int row = rowOf[entry];
        for (long e = start(block, row), end = start(block, row + 1L); e < end; e++) {
          int source = sources.getAtIndex(JAVA_INT, block.picks().neighbor(e));
          if (weighted) {
            into.add(source, block.picks().correction(e));
          } else {
            into.add(source);
          }
        }
        into.endRow(block.picks().degree(row));
      }
    }

    private long edges(MemorySegment frontier, int size) {
      long edges = 0;
      for (int place = 0; place < size; place++) {
        int entry = entry(frontier, place);
        SampledBlock block = block(entry);
        edges += start(block, rowOf[entry] + 1L) - start(block, rowOf[entry]);
      }
      return edges;
    }

    private static long start(SampledBlock block, long row) {
      return block.rowStart().getAtIndex(JAVA_LONG, row);
    }

    @Override
    public void degrees(MemorySegment wanted, int size, MemorySegment into) {
      throw new UnsupportedOperationException("degrees come with the rows");
    }
  }

  private final class Fetched implements FeatureStore {
    @Override
    public int width() {
      return branches.getFirst().width();
    }

    @Override
    public void gather(FeatureRead read, Runnable meanwhile) {
      meanwhile.run();
      for (int i = 0; i < read.count(); i++) {
        int index = read.index(i);
        int entry = entry(read.nodes(), index);
        Branch branch = branches.get(branchOf[entry]);
        branch.batchRows().copy(rowOf[entry], read.into(), index);
        if (read.withDegrees()) {
          read.degrees()[index] = branch.degrees()[rowOf[entry]];
        }
      }
    }
  }
}
