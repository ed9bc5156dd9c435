package dev.atoll.train.batch.sampled;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.sample.DeviceSampling;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.ReadCounts;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The parts that all batches share which a worker's device samples.
 *
 * @param rows the features of all nodes
 * @param fanouts one per layer, the output layer first
 * @param seedLoss makes the loss of seeds, for each batch under way
 * @param learnsInput whether gradients go through the first block
 * @param norms the ways the layers weigh their edges
 */
public record DeviceWork(
    DeviceSampling sampling,
    TieredRows rows,
    Fanouts fanouts,
    Supplier<SeedLoss> seedLoss,
    NodeNumbering numbering,
    boolean learnsInput,
    Set<EdgeNorm> norms,
    ReadCounts reads,
    PhaseTimes times)
    implements AutoCloseable {
  @Override
  public void close() {
    rows.close();
    sampling.close();
  }
}
