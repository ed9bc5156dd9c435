/**
 * The key-value store: rows of nodes, each with the owner of its node.
 *
 * <p>Features never change. {@link dev.atoll.train.store.OwnedRows} are a worker's own, {@link
 * dev.atoll.train.store.RowService} serves them to others, {@link dev.atoll.train.store.MappedRows}
 * are those of others that lie in files of this machine, and a {@link
 * dev.atoll.train.store.ShardedStore} reads those of any nodes, whole or some {@link
 * dev.atoll.train.store.Columns}. {@link dev.atoll.train.store.CachedRows} are copies that a worker
 * keeps near.
 *
 * <p>Learnable rows change with every step. An {@link
 * dev.atoll.train.store.embedding.EmbeddingTable} holds a worker's own with the moments of their
 * optimizer; {@link dev.atoll.train.store.embedding.SparseEmbeddings} pulls rows through a store of
 * the same kind, and pushes gradients to the owners.
 */
package dev.atoll.train.store;
