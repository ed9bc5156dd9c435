/**
 * Refinement of partitions by moving nodes along the boundaries, the last phase of the multilevel
 * partitioner.
 *
 * <p>{@link dev.atoll.graph.partition.multilevel.refine.Refiner} is the entry: it first balances a
 * partition, then lowers its cut. The partition under refinement is a {@link
 * dev.atoll.graph.partition.multilevel.refine.PartState}: the part of every node and the load of
 * every part in every constraint.
 *
 * <pre>
 *   JetRefiner         large levels: all nodes choose at once, on all threads (Gilbert et al. 2023)
 *   FmRefiner          other levels: one best move at a time (Fiduccia, Mattheyses 1982)
 *   ExchangeRefiner    several constraints and full parts: chains of moves
 *   OverloadBalancer   balance, by rounds of moves; Rebalancer follows with single moves
 *   VolumeRefiner      the communication volume of the finest level
 * </pre>
 *
 * <p>{@code Gains} (and, for rounds, {@code MoveTargets}) hold the edge weight of a node into the
 * parts and are updated as nodes move. Results do not depend on the number of threads.
 */
package dev.atoll.graph.partition.multilevel.refine;
