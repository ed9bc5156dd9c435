/**
 * Learnable node embeddings, stored and updated by the owners of their nodes (DistDGL, Zheng et al.
 * 2020).
 *
 * <pre>
 *   EmbeddingSpec      settings: width, optimizer, learning rate, ordered or asynchronous updates
 *   EmbeddingTable     the rows of a worker's nodes, with the moments of their optimizer
 *   RowOptimizer       Adagrad or Adam; a row without a gradient stays as it is
 *   SparseEmbeddings   pulls the rows of a batch and pushes their gradients to the owners
 *   RowSums            sums the gradients of a row before it is updated
 * </pre>
 *
 * <p>With ordered updates gradients are summed in the order of ranks, and runs repeat to the bit;
 * asynchronous updates apply each gradient as it arrives.
 */
package dev.atoll.train.store.embedding;
