/** Weights as files: safetensors and their digests. */
package dev.atoll.train.weights;
