/**
 * PipeGCN: Wan et al., PipeGCN: Efficient Full-Graph Training of Graph Convolutional Networks with
 * Pipelined Feature Communication, ICLR 2022. An epoch computes with the boundary embeddings and
 * gradients of the last one while its own travel.
 *
 * <pre>
 *   stale features and feature gradients (algorithm 1)   Pipelined                 recipe pipegcn
 *   smoothing: PipeGCN-F, PipeGCN-G, PipeGCN-GF          Smoothed, MovingAverage   exchange.smoothing
 * </pre>
 *
 * The exchange leaves the transfers of a rule with a {@link dev.atoll.train.halo.RefreshRule#lag}
 * in flight between epochs.
 */
package dev.atoll.train.halo.pipegcn;
