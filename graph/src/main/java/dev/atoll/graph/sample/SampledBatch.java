package dev.atoll.graph.sample;

import dev.atoll.graph.memory.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/**
 * The neighbourhoods of some seeds, one block per layer; memory is reused by every batch.
 *
 * <p>All layers share one list of nodes: the sources of a block are the targets of the next one, so
 * each block's sources are a prefix of the list.
 *
 * <pre>
 *   nodes     seeds | new in block 0 | new in block 1 | …
 *   block 0   targets: seeds;  sources: seeds and new ones       (the output layer)
 *   block 1   targets: sources of block 0;  sources: these and new ones
 * </pre>
 */
public final class SampledBatch implements AutoCloseable {
  private final List<SampledBlock> blocks;
  private final boolean withDegrees;
  private final GrowingBuffer nodes = new GrowingBuffer();
  private final GrowingBuffer degrees = new GrowingBuffer();
  private int drawnNodes;

  private SampledBatch(int layers, boolean withDegrees) {
    this.blocks = Stream.generate(() -> new SampledBlock(this)).limit(layers).toList();
    this.withDegrees = withDegrees;
  }

  public static SampledBatch ofLayers(int layers) {
    return new SampledBatch(layers, false);
  }

  /** A batch with in-degrees of all sources, which GCN needs. */
  public static SampledBatch withSourceDegrees(int layers) {
    return new SampledBatch(layers, true);
  }

  public int layers() {
    return blocks.size();
  }

  /** The block of a layer; 0 is the output layer, whose targets are the seeds. */
  public SampledBlock block(int layer) {
    return blocks.get(layer);
  }

  public int seedCount() {
    return blocks.getFirst().targetCount();
  }

  /** Nodes whose features are needed: the sources of the last block. */
  public int nodeCount() {
    return blocks.getLast().sourceCount();
  }

  public MemorySegment nodes() {
    return nodes(nodeCount());
  }

  /** Nodes so far: seeds, and the nodes of all hops until now. */
  public int drawnNodes() {
    return drawnNodes;
  }

  /**
   * Copies the nodes {@code from … to − 1}; the memory of {@link #nodes} may move with the next
   * hop.
   *
   * @param into int32 elements
   */
  public void copyNodes(int from, int to, MemorySegment into) {
    long bytes = (long) (to - from) * Integer.BYTES;
    MemorySegment.copy(nodes(to), (long) from * Integer.BYTES, into, 0, bytes);
  }

  /** Begins a batch whose seeds a sampler has listed already. */
  public void begin(int seeds) {
    drawnNodes = seeds;
  }

  /** Sets how many nodes there are after a layer's hop. */
  public void setNodeCount(int layer, int count) {
    block(layer).setSourceCount(count);
    drawnNodes = count;
  }

  public long edgeCount() {
    long edges = 0;
    for (int layer = 0; layer < blocks.size(); layer++) {
      edges += blocks.get(layer).edgeCount();
    }
    return edges;
  }

  /** The first nodes of the list, int32. */
  public MemorySegment nodes(int count) {
    return nodes.view((long) count * Integer.BYTES);
  }

  MemorySegment degrees(int count) {
    return withDegrees ? degrees.view((long) count * Integer.BYTES) : null;
  }

  /**
   * Reserves capacity for nodes and preserves the first {@code kept}.
   *
   * @return the address of the list
   */
  public long reserveNodes(int kept, long count) {
    return nodes.reserveKeeping((long) kept * Integer.BYTES, count * Integer.BYTES);
  }

  /** The address of the list of nodes, until more are reserved. */
  public long nodesAddress() {
    return nodes.address();
  }

  /** Asks a source for the degrees of all nodes, when this batch keeps them. */
  public void fillDegrees(NeighborSource source) {
    if (withDegrees) {
      degrees.reserve((long) nodeCount() * Integer.BYTES);
      source.degrees(nodes(), nodeCount(), degrees(nodeCount()));
    }
  }

  /** Bytes of its arrays. */
  public long heldBytes() {
    return blocks.stream().mapToLong(block -> block.picks().heldBytes()).sum()
        + nodes.heldBytes()
        + degrees.heldBytes();
  }

  @Override
  public void close() {
    for (SampledBlock block : blocks) {
      block.picks().close();
    }
    nodes.close();
    degrees.close();
  }
}
