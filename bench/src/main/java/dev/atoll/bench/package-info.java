/**
 * The benchmarks of {@code atoll bench}: kernels on operands of the size of real training, timed on
 * every available kernel set and compared with sums in float64; samplers, compared with each other;
 * the loads of workers of a cut; and all-reduce over TCP, compared with plain sockets.
 */
package dev.atoll.bench;
