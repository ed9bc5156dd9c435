package dev.atoll.train.worker;

import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.halo.HaloExchange;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.sampling.dgs.explain.OnlineExplainer;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a worker trains on, and the nodes it answers for. */
public final class Workload implements AutoCloseable {
  private final BatchSource batches;
  private final Batch whole;
  private final long[] ids;
  private final int trainNodes;
  private final Optional<SparseEmbeddings> embeddings;
  private Optional<OnlineExplainer> explainer = Optional.empty();
  private Optional<PairWork.Place> place = Optional.empty();
  private long keptBytes;
  private Consumer<List<EpochFinished>> epochs = _ -> {};

  /**
   * @param whole all nodes of this worker as targets
   * @param ids the nodes of those targets, in the dataset's own numbers
   * @param trainNodes of all workers together
   * @param embeddings learnable rows of nodes
   */
  Workload(
      BatchSource batches,
      Batch whole,
      long[] ids,
      int trainNodes,
      Optional<SparseEmbeddings> embeddings) {
    this.batches = batches;
    this.whole = whole;
    this.ids = ids;
    this.trainNodes = trainNodes;
    this.embeddings = embeddings;
  }

  public BatchSource batches() {
    return batches;
  }

  public Batch whole() {
    return whole;
  }

  public long[] ids() {
    return ids;
  }

  public Optional<SparseEmbeddings> embeddings() {
    return embeddings;
  }

  /** The same with somebody who explains beside training. */
  Workload with(Optional<OnlineExplainer> newExplainer) {
    explainer = newExplainer;
    return this;
  }

  public Optional<OnlineExplainer> explainer() {
    return explainer;
  }

  /** The same, told where its batches are made. */
  Workload at(PairWork.Place newPlace) {
    place = Optional.of(newPlace);
    return this;
  }

  /** Where batches are made; none on a whole graph. */
  Optional<PairWork.Place> place() {
    return place;
  }

  /** The same with rows kept near. */
  Workload keeping(long bytes) {
    keptBytes = bytes;
    return this;
  }

  /** The same with something that is told of the finished epochs before each further one. */
  Workload telling(Consumer<List<EpochFinished>> listener) {
    epochs = listener;
    return this;
  }

  /** Tells what follows the course of the run that an epoch begins. */
  public void begin(List<EpochFinished> finished) {
    epochs.accept(finished);
  }

  /** Bytes of rows kept from elsewhere. */
  public long keptBytes() {
    return keptBytes + batches.exchange().map(HaloExchange::cacheBytes).orElse(0L);
  }

  public int trainNodes() {
    return trainNodes;
  }

  @Override
  public void close() {
    explainer.ifPresent(OnlineExplainer::stop);
    batches.close();
  }
}
