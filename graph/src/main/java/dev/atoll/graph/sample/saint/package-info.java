/**
 * GraphSAINT: "Graph Sampling Based Inductive Learning Method" (Zeng et al., ICLR 2020).
 *
 * <pre>
 *   SaintSubgraphs   section 3.4, Algorithm 2: node, edge and random-walk samplers
 *   SaintNorm        section 3.2: aggregator normalisation α and loss normalisation λ
 *   SaintSampler     Algorithm 1: all layers on one subgraph, as blocks
 * </pre>
 */
package dev.atoll.graph.sample.saint;
