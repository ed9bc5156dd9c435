/**
 * The benchmarks of {@code atoll bench}: kernels on operands of the size of real training, timed on
 * every kernel set there is and compared with each other; and cuts of graphs, compared with METIS.
 */
package dev.atoll.app.bench;
