/**
 * Benchmarks of partitioners, {@code atoll bench partition}.
 *
 * <p>{@code PartitionBenchmark} compares cuts with METIS, which {@code Gpmetis} runs if it is
 * installed; {@code PartitionScaling} measures time and memory on growing graphs. A {@code
 * PartitionTrial} is one measurement of either.
 */
package dev.atoll.bench.partition;
