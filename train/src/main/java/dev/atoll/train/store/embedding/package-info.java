/** Learnable node embeddings, kept and updated by the owners of their nodes (DistDGL). */
package dev.atoll.train.store.embedding;
