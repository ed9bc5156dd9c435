/**
 * The file formats of graphs: the only code that reads or writes their bytes.
 *
 * <p>Every array is a NumPy {@code .npy} file ({@link dev.atoll.graph.io.Npy}).
 */
package dev.atoll.graph.io;
