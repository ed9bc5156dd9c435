/**
 * PipeGCN: Wan et al., PipeGCN: Efficient Full-Graph Training of Graph Convolutional Networks with
 * Pipelined Feature Communication, ICLR 2022. An epoch computes with the boundary embeddings and
 * gradients of the last one while its own travel.
 *
 * <pre>
 *   section 3.2, algorithm 1: stale features and gradients   Pipelined                 recipe pipegcn
 *   section 3.4: smoothing, PipeGCN-F, -G and -GF            Smoothed, MovingAverage   exchange.smoothing
 * </pre>
 *
 * The transfers in flight are kept by {@link dev.atoll.train.halo.RefreshRule#lag}.
 */
package dev.atoll.train.halo.pipegcn;
