/**
 * SANCUS: Peng et al., SANCUS: Staleness-Aware Communication-Avoiding Full-Graph Decentralized
 * Training in Large-Scale Graph Neural Networks, VLDB 2022. A worker whose embeddings are fresh
 * enough skips its broadcast; its peers read the stale ones.
 *
 * <pre>
 *   ε_E, epoch-fixed bound (definition 1)             EpochFixed      recipe sancus-e
 *   ε_A, epoch-adaptive bound (definition 2)          EpochAdaptive   recipe sancus-a
 *   the same, algorithm 5 as printed                  FirstDue        exchange.refresh=epoch-adaptive-printed
 *   ε_H, bound of the embeddings' variation (3)       VariationGap    recipe sancus-h
 *   algorithm 3: gradients travel in every epoch      ForwardOnly     exchange.directions=forward
 *   algorithm 3: these are clipped at √P·th           Clip            clip=exchange:1
 *   skip-broadcast over a ring (section 4.3.4)        comm.Ring       exchange.route=ring
 *   beyond the paper: a bound that is calibrated      GapBound        exchange.calibration
 *   beyond the paper: the variation for each reader   PeerGap         exchange.refresh=peer-gap
 *   beyond the paper: stale gradients of embeddings   StaleGradients  exchange.refresh=stale-gradients
 * </pre>
 *
 * The baseline SkipG is {@link dev.atoll.train.gradient.PartialReduce}.
 */
package dev.atoll.train.halo.sancus;
