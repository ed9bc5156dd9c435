package dev.atoll.train.checkpoint;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.tensor.Matrix;
import dev.atoll.train.halo.HaloExchange;
import dev.atoll.train.sampling.dgs.explain.OnlineExplainer;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import dev.atoll.train.weights.Safetensors.Tensor;
import dev.atoll.train.weights.Weights;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a worker has for itself and needs to go on. */
public interface WorkerState {
  /** All of it, by name; the cells are good as long as the arena. */
  Map<String, Tensor> save(Arena passing);

  void restore(Map<String, Tensor> saved);

  /** Learnable rows and their moments. */
  record Rows(SparseEmbeddings embeddings) implements WorkerState {
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
      HostRows.unpack(saved.cells(), into);
    }
  }

  /** What is remembered of other workers' rows. */
  record Remembered(HaloExchange exchange) implements WorkerState {
    @Override
    public Map<String, Tensor> save(Arena passing) {
      var tensors = new LinkedHashMap<String, Tensor>();
      exchange.save(
          passing, (name, rows, cols, cells) -> tensors.put(name, new Tensor(rows, cols, cells)));
      return tensors;
    }

    @Override
    public void restore(Map<String, Tensor> saved) {
      saved.forEach((name, t) -> exchange.restore(name, t.rows(), t.cols(), t.cells()));
    }
  }

  /** Masks over remote nodes and columns, and the weights they are being made for. */
  record Explained(OnlineExplainer explainer) implements WorkerState {
    @Override
    public Map<String, Tensor> save(Arena passing) {
      var tensors = new LinkedHashMap<String, Tensor>();
      explainer.save(
          (name, rows, cols, cells) ->
              tensors.put(name, new Tensor(rows, cols, passing.allocateFrom(JAVA_FLOAT, cells))));
      return tensors;
    }

    @Override
    public void restore(Map<String, Tensor> saved) {
      explainer.restore(name -> cells(name, saved.get(name)));
    }

    private static float[] cells(String name, Tensor saved) {
      if (saved == null) {
        throw new IllegalArgumentException(
            "the checkpoint has no %s: it was written by a run with other settings"
                .formatted(name));
      }
      return saved.cells().toArray(JAVA_FLOAT_UNALIGNED);
    }
  }
}
