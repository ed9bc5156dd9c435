/**
 * The key-value store: rows of nodes, each with the owner of its node.
 *
 * <p>Features never change. {@link dev.atoll.train.feature.OwnedRows} are a worker's own, {@link
 * dev.atoll.train.feature.RowService} gives them to others, and a {@link
 * dev.atoll.train.feature.ShardedStore} reads those of any nodes, whole or some {@link
 * dev.atoll.train.feature.Columns}. {@link dev.atoll.train.feature.KeptRows} are copies that a
 * worker keeps near.
 *
 * <p>Learnable rows change with every step. An {@link dev.atoll.train.feature.EmbeddingTable} holds
 * a worker's own with the moments of their optimizer; {@link
 * dev.atoll.train.feature.SparseEmbeddings} pulls rows through a store of the same kind, and pushes
 * gradients to the owners.
 */
package dev.atoll.train.feature;
