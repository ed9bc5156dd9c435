package dev.atoll.train.worker;

import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.Optional;

/** The batches of a worker, the nodes that it predicts, and its companions. */
public final class Workload implements AutoCloseable {
  private final BatchSource batches;
  private final Batch evaluationBatch;
  private final long[] ids;
  private final int trainNodes;
  private final Optional<SparseEmbeddings> embeddings;
  private final Optional<PairWork.BatchContext> place;
  private final Companions companions;

  /**
   * @param whole all nodes of this worker as targets
   * @param ids the nodes of those targets, in the dataset's own numbers
   * @param trainNodes of all workers together
   * @param embeddings learnable rows of nodes
   * @param place where mini-batches are made; empty on a whole graph
   */
  Workload(
      BatchSource batches,
      Batch whole,
      long[] ids,
      int trainNodes,
      Optional<SparseEmbeddings> embeddings,
      Optional<PairWork.BatchContext> place,
      Companions companions) {
    this.batches = batches;
    this.evaluationBatch = whole;
    this.ids = ids;
    this.trainNodes = trainNodes;
    this.embeddings = embeddings;
    this.place = place;
    this.companions = companions;
  }

  /** Of the whole graph. */
  Workload(BatchSource batches, Batch whole, long[] ids, int trainNodes, Companions companions) {
    this(batches, whole, ids, trainNodes, Optional.empty(), Optional.empty(), companions);
  }

  public BatchSource batches() {
    return batches;
  }

  public Batch evaluationBatch() {
    return evaluationBatch;
  }

  public long[] ids() {
    return ids;
  }

  public int trainNodes() {
    return trainNodes;
  }

  public Optional<SparseEmbeddings> embeddings() {
    return embeddings;
  }

  Optional<PairWork.BatchContext> place() {
    return place;
  }

  public Companions companions() {
    return companions;
  }

  /** Companions first: a batch in progress may wait for one. */
  @Override
  public void close() {
    var all = new Resources();
    all.add(batches);
    all.add(companions);
    all.close();
  }
}
