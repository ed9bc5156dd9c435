/**
 * Models without weights, for learnable embeddings: {@code model=light}, after LightGCN, and {@code
 * model=none}.
 */
package dev.atoll.train.model.light;
