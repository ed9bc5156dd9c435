/**
 * BNS-GCN: Wan et al., BNS-GCN: Efficient Full-Graph Training of Graph Convolutional Networks with
 * Partition-Parallelism and Random Boundary Node Sampling, MLSys 2022.
 *
 * <pre>
 *   random boundary node sampling, equally many       NodeSampling, BoundaryDraw   recipe bns-gcn
 *   the same by independent coins (algorithm 1)       IndependentSampling          exchange.rows=independent-nodes
 *   beyond the paper: nodes by importance             ImportanceSampling           exchange.rows=important-nodes
 *   ablation: boundary edge sampling                  EdgeSampling, EdgeDraw       recipe boundary-edge
 *   ablation: DropEdge (Rong et al., ICLR 2020)       EdgeDropping, EdgeDraw       recipe drop-edge
 * </pre>
 *
 * The epoch's edges are put together from a draw by {@code batch.shard.BoundarySampledShard}.
 */
package dev.atoll.train.halo.bns;
