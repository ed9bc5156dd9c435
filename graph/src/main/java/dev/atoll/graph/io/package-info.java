/**
 * The file formats of graphs: the only code that reads or writes their bytes.
 *
 * <p>A dataset is a folder of NumPy arrays ({@link dev.atoll.graph.io.DatasetFolder}) that {@link
 * dev.atoll.graph.io.DatasetCatalog} finds by name and {@link dev.atoll.graph.io.DatasetWriter}
 * writes, whole or not at all. {@link dev.atoll.graph.io.Npy} knows the arrays; {@link
 * dev.atoll.graph.io.foreign} reads the formats of others.
 *
 * <p>What cannot be read is a {@link dev.atoll.graph.BadDataException} that names file and row;
 * what the machine refuses (a full disk, no permission) an {@link java.io.IOException}.
 */
package dev.atoll.graph.io;
