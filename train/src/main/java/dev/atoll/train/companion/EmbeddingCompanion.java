package dev.atoll.train.companion;

import dev.atoll.tensor.Matrix;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import dev.atoll.train.weights.Safetensors.Tensor;
import dev.atoll.train.weights.Weights;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Checkpoints the learnable embeddings of a worker's nodes and their moments. */
public record EmbeddingCompanion(SparseEmbeddings embeddings) implements Companion, CompanionState {
  @Override
  public String name() {
    return "embeddings";
  }

  @Override
  public long heldBytes() {
    var bytes = new AtomicLong();
    embeddings.table().forEachMatrix((_, m) -> bytes.addAndGet(m.rows() * m.rowBytes()));
    return bytes.get();
  }

  @Override
  public Optional<CompanionState> state() {
    return Optional.of(this);
  }

  @Override
  public Map<String, Tensor> save(Arena passing) {
    embeddings.settle();
    var tensors = new LinkedHashMap<String, Tensor>();
    embeddings
        .table()
        .forEachMatrix(
            (name, m) ->
                tensors.put(name, new Tensor(m.rows(), m.cols(), HostRows.pack(m, passing))));
    return tensors;
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    embeddings.table().forEachMatrix((name, matrix) -> restore(saved.get(name), name, matrix));
  }

  private static void restore(Tensor saved, String name, Matrix into) {
    Weights.check(saved, name, into.rows(), into.cols());
    HostRows.unpack(saved.elements(), into);
  }
}
