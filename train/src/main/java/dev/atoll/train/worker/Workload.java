package dev.atoll.train.worker;

import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.Optional;

/**
 * The batches of a worker, the nodes that it predicts, and its companions.
 *
 * @param outputs of this worker's nodes
 * @param ids the nodes of their rows, in the dataset's own numbers
 * @param trainNodes of all workers together
 * @param embeddings learnable rows of nodes
 * @param place where mini-batches are made; empty on a whole graph
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Workload(
    BatchSource batches,
    NodeOutputs outputs,
    long[] ids,
    int trainNodes,
    Optional<SparseEmbeddings> embeddings,
    Optional<PairWork.BatchContext> place,
    Companions companions)
    implements AutoCloseable {
  /** Creates the work of a worker with the whole graph. */
  Workload(
      BatchSource batches, NodeOutputs outputs, long[] ids, int trainNodes, Companions companions) {
    this(batches, outputs, ids, trainNodes, Optional.empty(), Optional.empty(), companions);
  }

  /** Companions first: a batch in progress may wait for one. */
  @Override
  public void close() {
    var all = new Resources();
    all.add(outputs);
    all.add(batches);
    all.add(companions);
    all.close();
  }
}
