/**
 * BNS-GCN: Wan et al., BNS-GCN: Efficient Full-Graph Training of Graph Convolutional Networks with
 * Partition-Parallelism and Random Boundary Node Sampling, MLSys 2022.
 *
 * <pre>
 *   section 3.2, algorithm 1: random boundary nodes   NodeSampling, BoundaryDraw   sampled-nodes
 *   section 4.3: boundary edge sampling               EdgeSampling, EdgeDraw       sampled-edges
 *   section 4.3: DropEdge (Rong et al., ICLR 2020)    EdgeDropping, EdgeDraw       drop-edges
 * </pre>
 *
 * The epoch's edges are put together from a draw by {@code batch.shard.BoundarySampledShard}.
 */
package dev.atoll.train.halo.bns;
