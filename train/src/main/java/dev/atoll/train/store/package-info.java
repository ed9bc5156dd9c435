/**
 * The key-value store: feature rows and learnable rows of nodes, each held by the owner of its
 * node.
 *
 * <p>Feature rows never change.
 *
 * <pre>
 *   FeatureStore    reads the rows of any nodes, as a FeatureRead says
 *     ShardedStore    from their owners: own rows, rows of the same process or machine, messages
 *     CachingStore    KeptRows are copied, the others read from the store below
 *   BatchStore      the store of each batch: one for all, or one for each simulated device
 *   OwnedRows       the rows of a worker, served to others by its RowService
 *   MappedRows      rows of other workers in files of this machine, read in place
 *   Columns         the columns that are pulled; the others are zero or a mean
 *   RowSink         the destination: a dense matrix or non-zeros
 * </pre>
 *
 * <p>Tiers nest: a store wraps the next farther one. All fill one destination, and the farthest
 * tier is asked first, so that copies overlap with messages.
 *
 * <pre>
 *   cache                cached rows  over  owners
 *   simulated devices    own buffer  over  buffers of the group  over  owners
 *   GPU with all rows    GPU memory  over  pinned memory  over  pageable memory   (TieredRows)
 * </pre>
 *
 * <p>The tiers of a GPU are read by the GPU itself: {@link dev.atoll.tensor.sample.TieredRows}. A
 * tier of rows on disk would be one more store at the bottom. Every tier keeps the first rows of
 * one ranking, the nearest first: {@link dev.atoll.train.placement}.
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
