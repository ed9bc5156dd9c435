/**
 * PaGraph (Lin et al., SoCC 2020), section 3.2: the nodes with the most out-edges are cached. Its
 * partitioner is {@link dev.atoll.graph.partition.pagraph.PagraphPartitioner}.
 *
 * <pre>
 *   PagraphPlacement   the policy
 *   PagraphPlacer      fills the buffers of devices, which do not read each other's rows
 * </pre>
 */
package dev.atoll.train.placement.pagraph;
