package dev.atoll.train.sampling.saint;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.sampled.SeedLoss;
import java.lang.foreign.MemorySegment;

/**
 * The loss of a subgraph's training nodes, each divided by λ: on average that of all training
 * nodes.
 */
final class SaintLoss implements SeedLoss {
  private final SeedLoss uniform;
  private final NodeWeight weight;
  private final Backend backend;
  private float[] weights = {};

  /** 1 / λ of a node, up to the number of training nodes. */
  @FunctionalInterface
  interface NodeWeight {
    float of(long node);
  }

  SaintLoss(SeedLoss uniform, NodeWeight weight, Backend backend) {
    this.uniform = uniform;
    this.weight = weight;
    this.backend = backend;
  }

  @Override
  public void begin(long[] seeds, int from, int to) {
    uniform.begin(seeds, from, to);
  }

  @Override
  public long[] nodes() {
    long[] nodes = uniform.nodes();
    weights = new float[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      weights[i] = weight.of(nodes[i]);
    }
    return nodes;
  }

  @Override
  public BatchLoss loss(long[] ids, Workspace memory, long batchSeeds) {
    Buffer onDevice = memory.buffer(DType.F32, weights.length);
    backend.upload(MemorySegment.ofArray(weights), onDevice);
    return uniform.loss(ids, memory, batchSeeds).weighted(onDevice);
  }

  @Override
  public void close() {
    uniform.close();
  }
}
