/**
 * Benchmarks of feature rows on devices, {@code atoll bench placement}.
 *
 * <p>{@code PlacementBenchmark} counts the rows that logical devices read from themselves, their
 * peers and the host under several placements; {@code LoadBenchmark} times the loads of one real
 * GPU. Both sample the batches that {@code PlacementSubject} describes.
 */
package dev.atoll.bench.placement;
