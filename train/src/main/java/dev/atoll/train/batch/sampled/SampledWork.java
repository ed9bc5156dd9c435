package dev.atoll.train.batch.sampled;

import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts that all sampled batches of a worker share.
 *
 * @param embeddings learnable node embeddings, concatenated to the features
 * @param learnsInput whether gradients go through the first block, as they do if input rows are
 *     learnt or multiplied before aggregation
 * @param inputReader reads rows and their gradients in some steps
 */
public record SampledWork(
    InputWork input,
    Seeds seeds,
    Optional<SparseEmbeddings> embeddings,
    boolean learnsInput,
    Optional<InputReader> inputReader,
    PhaseTimes times) {
  /**
   * The seeds of batches and their loss.
   *
   * @param loss makes the loss of seeds, for each batch in preparation
   * @param paired whether seeds are paired with positives
   * @param negatives whether they have negatives as well
   */
  public record Seeds(Supplier<SeedLoss> loss, boolean paired, boolean negatives) {}
}
