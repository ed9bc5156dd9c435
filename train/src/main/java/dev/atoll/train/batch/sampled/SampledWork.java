package dev.atoll.train.batch.sampled;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * The parts that all sampled batches of a worker share.
 *
 * @param sampler makes a sampler for each batch in preparation
 * @param store makes readers of features, several for each batch in preparation
 * @param columns the columns of other workers' rows that a step pulls, by its number in the run
 * @param embeddings learnable node embeddings, concatenated to the features
 * @param sparse whether batches hold only the non-zeros of feature rows
 * @param learnsInput whether gradients go through the first block, as they do if input rows are
 *     learnt or multiplied before aggregation
 * @param seedLoss makes the loss of seeds, for each batch in preparation
 * @param pairs whether seeds are paired with positives
 * @param negatives whether they have negatives as well
 * @param inputReader reads rows and their gradients in some steps
 * @param norms the ways the layers weigh their edges
 * @param degreeOf in-degrees by node, to estimate the cost of a hop; for schedules that need it
 */
public record SampledWork(
    Supplier<Sampler> sampler,
    Supplier<FeatureStore> store,
    LongFunction<Columns> columns,
    Optional<SparseEmbeddings> embeddings,
    boolean sparse,
    boolean learnsInput,
    Supplier<SeedLoss> seedLoss,
    boolean pairs,
    boolean negatives,
    NodeNumbering numbering,
    Optional<InputReader> inputReader,
    Set<EdgeNorm> norms,
    IntUnaryOperator degreeOf,
    PhaseTimes times) {}
