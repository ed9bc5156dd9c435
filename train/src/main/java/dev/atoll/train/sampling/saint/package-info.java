/**
 * GraphSAINT (Zeng et al., ICLR 2020).
 *
 * <pre>
 *   SaintSampling    the policy, and its settings
 *   ShardSubgraphs   on a worker: subgraphs of its own part (Algorithm 1)
 *   SaintSchedule    the training nodes of every step's subgraph
 *   SaintLoss        section 3.2: the loss normalisation λ
 * </pre>
 *
 * Subgraphs, the aggregator normalisation α and the blocks are {@link
 * dev.atoll.graph.sample.saint}. As published subgraphs are of the whole training graph; here each
 * worker draws subgraphs of its own part.
 */
package dev.atoll.train.sampling.saint;
