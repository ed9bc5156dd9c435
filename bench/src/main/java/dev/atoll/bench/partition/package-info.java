/**
 * Benchmarks of partitioners: cuts of graphs, compared with METIS ({@code PartitionBenchmark}), and
 * time and memory on growing graphs ({@code PartitionScaling}).
 */
package dev.atoll.bench.partition;
