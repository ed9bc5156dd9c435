/**
 * SANCUS: Peng et al., SANCUS: Staleness-Aware Communication-Avoiding Full-Graph Decentralized
 * Training in Large-Scale Graph Neural Networks, VLDB 2022. A worker whose embeddings are fresh
 * enough skips its broadcast; its peers read the stale ones.
 *
 * <pre>
 *   section 4, ε_E: epoch-fixed staleness                EpochFixed      recipe sancus-e
 *   section 4, ε_A, algorithm 5: epoch-adaptive          EpochAdaptive   recipe sancus-a
 *   section 4, ε_H: embedding variation                  VariationGap    recipe sancus-h
 *   beyond the paper: the variation for every reader     PeerGap         exchange.refresh=peer-gap
 *   section 6, a baseline: gradients are skipped alone   SkipGradient    recipe skip-gradient
 * </pre>
 */
package dev.atoll.train.halo.sancus;
