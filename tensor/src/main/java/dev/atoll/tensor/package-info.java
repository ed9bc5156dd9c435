/**
 * Matrices on a device, and the interfaces that a device implements.
 *
 * <p>{@link dev.atoll.tensor.Matrix}, {@link dev.atoll.tensor.Buffer} and {@link
 * dev.atoll.tensor.Csr} are headers of memory that lives on a {@link dev.atoll.tensor.Device}. A
 * {@link dev.atoll.tensor.Backend} owns such a device: it allocates memory through {@link
 * dev.atoll.tensor.Workspace}s and computes through its {@link dev.atoll.tensor.Kernels}. Nothing
 * here assumes that the memory can be read by the JVM, or that a kernel has finished when its call
 * returns: only {@link dev.atoll.tensor.Backend#download} and {@link
 * dev.atoll.tensor.Backend#synchronize} wait.
 */
package dev.atoll.tensor;
