package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import dev.atoll.train.store.FeatureStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/**
 * The resources of a worker's explanations: threads of the host, a copy of the model, the
 * explanation graph. Nothing is shared with training.
 */
public final class ExplainerResources implements AutoCloseable {
  private final ExplainSpec spec;
  private final Shard shard;
  private final NodeNumbering numbering;
  private final int width;
  private final Backend backend;
  private final DeviceMemory memory;
  private final Explainer explainer;

  private ExplainerResources(
      ExplainSpec spec,
      Shard shard,
      NodeNumbering numbering,
      int width,
      Backend backend,
      DeviceMemory memory,
      Explainer explainer) {
    this.spec = spec;
    this.shard = shard;
    this.numbering = numbering;
    this.width = width;
    this.backend = backend;
    this.memory = memory;
    this.explainer = explainer;
  }

  /**
   * Reads the features of own and halo nodes.
   *
   * @param trained the model that is to be explained
   * @param training the backend that trains
   * @param manyLabels whether a node has any number of classes
   */
  public static ExplainerResources open(
      ExplainSpec spec,
      Backend training,
      Shard shard,
      NodeNumbering numbering,
      FeatureStore store,
      Model trained,
      int classes,
      boolean manyLabels) {
    Backend backend = backend(spec, training);
    var memory = new DeviceMemory(backend);
    try {
      var factory = new ParameterFactory(memory, new RandomKey(0));
      Model model = Model.create(trained.spec(), store.width(), classes, factory);
      var graph =
          ExplanationGraph.of(
              memory, shard, numbering, store, trained.spec().layers(), trained.norms());
      var explainer =
          new Explainer(
              spec,
              backend,
              model,
              new MaskedModel(
                  memory,
                  trained.spec(),
                  store.width(),
                  classes,
                  spec.scope() == ColumnShare.Scope.REMOTE),
              graph,
              manyLabels ? ClassProbabilities.MANY_LABELS : ClassProbabilities.ONE_LABEL);
      return new ExplainerResources(
          spec, shard, numbering, store.width(), backend, memory, explainer);
    } catch (RuntimeException | Error e) {
      memory.close();
      backend.close();
      throw e;
    }
  }

  /**
   * Opens a backend of one thread on a thread with the priority of explanations, which the
   * backend's threads inherit.
   */
  private static Backend backend(ExplainSpec spec, Backend training) {
    ThreadFactory threads = spec.mode().threads("atoll-explain");
    return Parallel.join(
        CompletableFuture.supplyAsync(
            () -> training.newHostBackend(1), task -> threads.newThread(task).start()));
  }

  Explainer explainer() {
    return explainer;
  }

  /** Masks as they were saved. */
  Masks masks(float[] nodes, float[] columns) {
    return spec.masks(nodes, columns);
  }

  Masks openMasks() {
    return spec.masks(shard.haloCount(), width);
  }

  WorkerExplanation describe(
      Explanation last,
      long count,
      long leftOut,
      List<Integer> keptColumns,
      List<Double> losses,
      double cpuSeconds,
      double waitedSeconds) {
    float[] nodes = last.nodes();
    float[] columns = last.columns();
    return new WorkerExplanation(
        Math.toIntExact(count),
        Math.toIntExact(leftOut),
        nodes.length,
        cpuSeconds,
        waitedSeconds,
        heldBytes(),
        WorkerExplanation.top(nodes, this::originalId),
        WorkerExplanation.top(columns, column -> column),
        keptColumns,
        List.copyOf(losses));
  }

  long heldBytes() {
    return memory.heldBytes() + explainer.heldBytes();
  }

  private long originalId(int place) {
    return numbering.original(shard.haloNode(place));
  }

  @Override
  public void close() {
    explainer.close();
    memory.close();
    backend.close();
  }
}
