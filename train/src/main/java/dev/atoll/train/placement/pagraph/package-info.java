/**
 * PaGraph (Lin et al., SoCC 2020).
 *
 * <pre>
 *   PagraphPlacement   the policy
 *   PagraphPlacer      section 3.2: fills the buffers of devices, which do not read each other's rows
 *   PagraphParts       section 3.3: parts that overlap, each closed under the reads of its training
 * </pre>
 *
 * {@link dev.atoll.graph.partition.pagraph.PagraphPartitioner} divides nodes among workers by the
 * same score, without copies.
 */
package dev.atoll.train.placement.pagraph;
