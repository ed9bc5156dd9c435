package dev.atoll.train.worker;

import dev.atoll.graph.RowSlice;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.SamplingBackend;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.batch.sampled.DeviceWork;
import dev.atoll.train.batch.sampled.SampledWork;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.plan.DevicePlan;
import dev.atoll.train.plan.DevicePlan.Device;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.store.OwnedRows;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A worker's graph on its device, which samples neighbourhoods there, and feature rows of all nodes
 * if the worker has them.
 */
record ShardOnDevice(ShardServices services, TrainingSetup setup, OwnedRows own) {
  /**
   * One part in this many of the device's free memory is for feature rows; batches and activations
   * are allocated later.
   */
  private static final int SHARE = 2;

  private SampledPlan sampled() {
    return setup.sampled();
  }

  /**
   * Why the host draws; empty where the device does.
   *
   * @param asksOwners whether neighbours of some nodes are on other workers
   * @param readsInput whether the input of some steps is read on the host
   * @throws IllegalArgumentException when the plan wants the device and it cannot
   */
  Optional<String> obstacle(boolean asksOwners, boolean readsInput) {
    Device wanted = sampled().device().sampling();
    Optional<String> found =
        wanted == Device.HOST ? Optional.of("") : found(asksOwners, readsInput);
    if (wanted == Device.CUDA && found.isPresent()) {
      throw new IllegalArgumentException(
          "sample.device=cuda: %s; take sample.device=auto or host".formatted(found.get()));
    }
    return found.map(reason -> setup.backend() instanceof SamplingBackend ? reason : "");
  }

  private Optional<String> found(boolean asksOwners, boolean readsInput) {
    Backend backend = setup.backend();
    String reason = null;
    if (!(backend instanceof SamplingBackend)) {
      reason = "device=%s does not sample".formatted(backend.device());
    } else if (!sampled().sampling().drawsOnDevice()) {
      reason = "this sampler draws on the host: sampler=uniform draws on the GPU";
    } else if (asksOwners) {
      reason = "neighbours live with their owners: topology=replicated draws on the GPU";
    } else if (setup.objective().labels().isEmpty()) {
      reason = "pairs of nodes are drawn on the host";
    } else if (sampled().embeddings().isPresent()) {
      reason = "learnable rows are in host memory";
    } else if (!sampled().rows().columns().pullsAll() || readsInput) {
      reason = "columns and gradients of rows are read on the host";
    } else if (!own.isDense() || own.multiplySparse()) {
      reason = "features with few non-zeros are fetched by the host";
    }
    return Optional.ofNullable(reason);
  }

  /**
   * Uploads graph and features.
   *
   * @param ranked the order in which rows are kept where not all fit, by the dataset's numbers
   */
  DeviceWork open(Supplier<int[]> ranked, SampledWork work) {
    DeviceGraph sampling = ((SamplingBackend) setup.backend()).sampling(adjacency());
    try {
      return new DeviceWork(
          work,
          sampling,
          hasAllRows() ? Optional.of(rows(sampling, ranked)) : Optional.empty(),
          sampled().fanouts(),
          services.counters().reads());
    } catch (RuntimeException | Error e) {
      sampling.close();
      throw e;
    }
  }

  /** Whether all features are here: none of another worker, no logical devices. */
  private boolean hasAllRows() {
    return services.transport().size() == 1 && sampled().placement().isEmpty();
  }

  private Adjacency adjacency() {
    RowSlice rows = services.shard().rows();
    boolean degrees = setup.model().norms().stream().anyMatch(EdgeNorm::readsDegrees);
    return new Adjacency(
        rows.rowCount(),
        rows.edgeCount(),
        rows.rowStarts(),
        rows.neighbors(),
        ids(rows.rowCount()),
        degrees
            ? MemorySegment.ofArray(OwnedRows.degrees(services.shard(), 0, rows.rowCount()))
            : null);
  }

  /** The dataset's numbers of nodes; null if they equal the numbers after partitioning. */
  private MemorySegment ids(int nodes) {
    int[] ids = new int[nodes];
    Arrays.setAll(ids, node -> services.numbering().original(node));
    boolean kept = true;
    for (int node = 0; node < nodes && kept; node++) {
      kept = ids[node] == node;
    }
    return kept ? null : MemorySegment.ofArray(ids);
  }

  /** Places all rows in device memory, or the first of the ranking; then pins the next ones. */
  private TieredRows rows(DeviceGraph sampling, Supplier<int[]> ranked) {
    Matrix host = own.padded(services.memory());
    DevicePlan plan = sampled().device();
    int near = plan.rowsOf(host.rows(), host.rowBytes(), sampling.freeBytes() / SHARE);
    if (near == host.rows()) {
      return sampling.rows(host, null, null);
    }
    int pinned = plan.pinnedOf(host.rows(), host.rows() - near);
    int chosen = plan.pinsAll() ? near : near + pinned;
    int[] first = chosen == 0 ? new int[0] : first(ranked.get(), chosen);
    return sampling.rows(
        host,
        Arrays.copyOf(first, near),
        plan.pinsAll() ? null : Arrays.copyOfRange(first, near, chosen));
  }

  private int[] first(int[] ranked, int rows) {
    return Arrays.stream(ranked).limit(rows).map(services.ordering()::newOf).toArray();
  }
}
