package dev.atoll.train.batch.sampled;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.store.Columns;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * The sources of the inputs of all batches of a worker.
 *
 * @param sampler makes a sampler for each batch in preparation
 * @param store makes readers of features, several for each batch in preparation
 * @param columns the columns of other workers' rows that a step pulls, by its number in the run
 * @param sparse whether batches hold only the non-zeros of feature rows
 * @param norms the ways the layers weigh their edges
 * @param degreeOf in-degrees by node, to estimate the cost of a hop; for schedules that need it
 */
public record InputWork(
    Supplier<Sampler> sampler,
    Supplier<BatchStore> store,
    LongFunction<Columns> columns,
    boolean sparse,
    NodeNumbering numbering,
    Set<EdgeNorm> norms,
    IntUnaryOperator degreeOf) {
  /**
   * A branch with the draws of a sampler.
   *
   * @param fewElements pieces of fewer are fetched with the next
   */
  Branch branch(Sampler draws, IntFunction<BatchRows> rowsOf, long fewElements) {
    return new Branch(draws, store, rowsOf, readsDegrees(), degreeOf, fewElements);
  }

  /** Whether any norm weighs edges by degrees. */
  boolean readsDegrees() {
    return norms.stream().anyMatch(EdgeNorm::readsDegrees);
  }

  /**
   * Buffers for rows of a width.
   *
   * @param host holds dense rows
   * @param widthBeside columns behind the features
   */
  IntFunction<BatchRows> rows(Workspace host, int widthBeside) {
    return width -> sparse ? new BatchRows.Sparse() : new BatchRows.Dense(host, width, widthBeside);
  }
}
