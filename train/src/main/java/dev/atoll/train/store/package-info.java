/**
 * The key-value store: feature rows and learnable rows of nodes, each held by the owner of its
 * node.
 *
 * <p>Feature rows never change.
 *
 * <pre>
 *   FeatureStore    reads the rows of any nodes
 *     ShardedStore    from their owners: own rows, rows of the same process or machine, messages
 *   OwnedRows       the rows of a worker, served to others by its RowService
 *   MappedRows      rows of other workers in files of this machine, read in place
 *   CachedRows      copies of remote rows, chosen by a placement
 *   Columns         the columns that are pulled; the others are zero or a mean
 *   RowSink         the destination: a dense matrix or non-zeros
 * </pre>
 *
 * <p>A {@link dev.atoll.train.store.FeatureStore} is used by one thread at a time; every batch
 * under construction has its own. The elements of a row are the same whether it is read in place,
 * from a cache or by message, as long as the codec is exact.
 *
 * <p>Learnable rows change with every step. An {@link
 * dev.atoll.train.store.embedding.EmbeddingTable} holds a worker's own rows with the state of their
 * optimizer; {@link dev.atoll.train.store.embedding.SparseEmbeddings} pulls rows through a store,
 * and pushes gradients to the owners.
 */
package dev.atoll.train.store;
