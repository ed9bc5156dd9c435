/**
 * The placement of feature rows in caches of workers and devices, after Song and Jiang, "Rethinking
 * Graph Data Placement for Graph Neural Network Training on Multiple GPUs" (2022).
 *
 * <pre>
 *   PlacementPolicy       the slot placement: names a Placer
 *     OwnerPlacement, CachedPlacement, PartPlacement; .pagraph
 *   PlacementPlan         a policy with its number of rows and its devices
 *   AccessProbabilities   the probability that a step reads a node's row
 *   Placer                graph, probabilities, Devices → Placement
 *     CachedPlacer           Algorithm 1, for devices with equal probabilities
 *     GreedyPlacer           for devices with different probabilities
 *     PartitionPlacer        baselines: chunk, random, multilevel
 *   Placement             a buffer and a LocationTable per device
 *   NearRows              the rows of a placement, and the store that reads them first
 *     CachedRows             copies of other workers' rows, over their owners
 *     LogicalDevices         own buffer over the group's buffers over the host
 *   TierReads, TierCosts  the number and the cost of reads
 * </pre>
 *
 * <p>A placer is a function of its arguments, and a worker computes its placement without
 * communication. Placements change where rows are read, never their values.
 *
 * <p>There is one ranking of rows, whatever keeps them. A cache takes the first rows of other
 * workers; GPU memory takes the first rows, and pinned memory the next; a policy may rank in its
 * own way, the others by access probability. {@link dev.atoll.train.store} says how tiers nest.
 *
 * <p>The sampling of the same paper is {@code dev.atoll.train.sampling.locality}.
 *
 * <pre>{@code
 * var near = AccessProbabilities.sampled(graph, trainNodes, Fanouts.of(15, 10), 1024, threads);
 * var placement = new CachedPlacer(0.2).place(graph, near, Devices.grouped("2+2", 50_000));
 * TierReads reads = placement.table(0).reads(batch.nodes());
 * }</pre>
 */
package dev.atoll.train.placement;
