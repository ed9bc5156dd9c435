/**
 * The benchmarks of {@code atoll bench}: kernels on operands of the size of real training, timed on
 * every kernel set there is and compared with each other.
 */
package dev.atoll.app.bench;
