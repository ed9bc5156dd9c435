/**
 * Weights as files.
 *
 * <p>{@link dev.atoll.train.weights.Safetensors} reads and writes named arrays in the safetensors
 * format, {@link dev.atoll.train.weights.Weights} copies parameters between a device and such
 * arrays, and {@link dev.atoll.train.weights.TensorDigest} computes the SHA-256 by which runs are
 * compared bit for bit.
 */
package dev.atoll.train.weights;
