package dev.atoll.train.worker;

import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.Optional;

/** The batches of a worker, the nodes that it predicts, and its companions. */
public final class Workload implements AutoCloseable {
  private final BatchSource batches;
  private final NodeOutputs outputs;
  private final long[] ids;
  private final int trainNodes;
  private final Optional<SparseEmbeddings> embeddings;
  private final Optional<PairWork.BatchContext> place;
  private final Companions companions;

  /**
   * @param outputs of this worker's nodes
   * @param ids the nodes of their rows, in the dataset's own numbers
   * @param trainNodes of all workers together
   * @param embeddings learnable rows of nodes
   * @param place where mini-batches are made; empty on a whole graph
   */
  Workload(
      BatchSource batches,
      NodeOutputs outputs,
      long[] ids,
      int trainNodes,
      Optional<SparseEmbeddings> embeddings,
      Optional<PairWork.BatchContext> place,
      Companions companions) {
    this.batches = batches;
    this.outputs = outputs;
    this.ids = ids;
    this.trainNodes = trainNodes;
    this.embeddings = embeddings;
    this.place = place;
    this.companions = companions;
  }

  /** Creates the work of a worker with the whole graph. */
  Workload(
      BatchSource batches, NodeOutputs outputs, long[] ids, int trainNodes, Companions companions) {
    this(batches, outputs, ids, trainNodes, Optional.empty(), Optional.empty(), companions);
  }

  public BatchSource batches() {
    return batches;
  }

  public NodeOutputs outputs() {
    return outputs;
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
    all.add(outputs);
    all.add(batches);
    all.add(companions);
    all.close();
  }
}
