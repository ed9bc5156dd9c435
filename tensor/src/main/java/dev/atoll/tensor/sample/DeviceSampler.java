package dev.atoll.tensor.sample;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/**
 * Draws the neighbourhoods of seeds on a device, hop by hop, one batch at a time. Draws are
 * functions of the key and the nodes, nodes are numbered in the order in which edges first name
 * them: a batch is the same, bit for bit, as the host's fused sampler draws it.
 *
 * <p>Its work is queued separately from the backend's and runs concurrently with it. {@link
 * #finish} waits for a batch, {@link #release} makes the next batch wait for the backend.
 *
 * <pre>{@code
 * sampler.begin(seeds, 0, seeds.length);
 * sampler.hop(15, key.child(0).bits());
 * sampler.hop(10, key.child(1).bits());
 * Csr edges = sampler.drawn(1);
 * sampler.finish();
 * … kernels of the backend …
 * sampler.release();
 * }</pre>
 */
public interface DeviceSampler extends AutoCloseable {
  /**
   * Begins a batch: {@code seeds[from] … seeds[to − 1]} become its first nodes.
   *
   * @param seeds node numbers, none twice
   * @throws IllegalArgumentException when a seed is repeated or no node
   */
  void begin(long[] seeds, int from, int to);

  /**
   * Draws neighbours of all nodes that the batch has so far; returns when the sizes are known.
   *
   * @param fanout neighbours of a node; {@link Adjacency#ALL} for every one
   * @param key bits of the hop's key
   */
  void hop(int fanout, long key);

  /** The number of nodes so far: seeds, then new nodes in the order in which edges name them. */
  int nodeCount();

  /** The nodes of the batch, int32. */
  Buffer nodes();

  /** Copies the nodes of the batch to host memory, and waits for the copy. */
  void copyNodes(MemorySegment into);

  /** Their names in random choices, int64. */
  Buffer ids();

  /** Their degrees, int32; only where the adjacency has some. */
  Buffer degrees();

  /** The edges of a hop, targets by sources, without weights. */
  Csr drawn(int hop);

  /** Weighs and transposes edges; results are valid until the next batch begins. */
  BlockEdges edges();

  /** The rows of all nodes, valid until the next batch begins. */
  Matrix gather(TieredRows rows);

  /** Rows that the last {@link #gather} read from a tier; known after {@link #finish}. */
  int rowsRead(RowTier tier);

  /**
   * Seconds of the device's clock from the start to the end of reading these rows, other concurrent
   * work included; available after {@link #finish}.
   */
  double secondsRead(RowTier tier);

  /** Waits until all work of this sampler is done. */
  void finish();

  /** Releases the batch: the next one begins when all work of the backend so far is done. */
  void release();

  /** Bytes on the device. */
  long heldBytes();

  @Override
  void close();
}
