/**
 * Benchmarks of feature rows on devices: rows that logical devices read, counted ({@code
 * PlacementBenchmark}), and rows that one GPU loads, timed ({@code LoadBenchmark}).
 */
package dev.atoll.bench.placement;
