/**
 * Neighbour sampling: the neighbourhoods of a mini-batch, as blocks.
 *
 * <pre>
 *   SeedPlan        which seeds a step takes
 *   Sampler         seeds → SampledBatch of SampledBlocks, one per layer
 *     FusedSampler     one pass per layer, in place
 *     UnfusedSampler   edge list, hash map, conversion: the baseline, equal to the bit
 *     LocalityAwareSampler   favours nodes that are near
 *     layerwise              nodes for a whole layer: FastGCN, LADIES
 *     cluster                the subgraph of some clusters
 *   NeighborSource  frontier → NeighborPicks
 *     LocalNeighbors   from a graph in memory; the classes of draw choose
 *   SampledReads    how many rows workers of a partition read
 * </pre>
 *
 * <pre>{@code
 * var source = LocalNeighbors.of(dataset.graph());
 * try (var sampler = new FusedSampler(source, Fanouts.of(15, 10, 5));
 *     var batch = SampledBatch.ofLayers(3)) {
 *   sampler.sample(seeds, key, batch);
 *   batch.block(0).rowStart();
 * }
 * }</pre>
 */
package dev.atoll.graph.sample;
