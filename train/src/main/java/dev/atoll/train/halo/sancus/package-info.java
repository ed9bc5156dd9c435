/**
 * SANCUS: Peng et al., SANCUS: Staleness-Aware Communication-Avoiding Full-Graph Decentralized
 * Training in Large-Scale Graph Neural Networks, VLDB 2022. A worker whose embeddings are fresh
 * enough skips its broadcast; its peers read the stale ones.
 *
 * <pre>
 *   ε_E, epoch-fixed bound                            EpochFixed      recipe sancus-e
 *   ε_A, epoch-adaptive bound (algorithm 5)           EpochAdaptive   recipe sancus-a
 *   ε_H, bound of the embeddings' variation           VariationGap    recipe sancus-h
 *   beyond the paper: the variation for each reader   PeerGap         exchange.refresh=peer-gap
 *   a baseline in the spirit of the paper's SkipG     SkipGradient    recipe skip-gradient
 * </pre>
 */
package dev.atoll.train.halo.sancus;
