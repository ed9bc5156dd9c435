/**
 * Locality-aware sampling after Song and Jiang, "Rethinking Graph Data Placement for Graph Neural
 * Network Training on Multiple GPUs" (2022). The placement of the same paper is {@link
 * dev.atoll.train.placement}.
 *
 * <pre>
 *   LocalitySampling   the policy
 *   ShardLocality      on a worker: the near nodes of each group of its devices
 *     GroupSampler       a sampler per group
 *   NeighborSets       the nodes that lead to cached rows
 *   LocalityScale      how much they are favoured in an epoch
 *     AdaptiveScale      Algorithm 2
 * </pre>
 */
package dev.atoll.train.sampling.locality;
