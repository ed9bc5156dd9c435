package dev.atoll.train.worker;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.shard.EpochRows;
import dev.atoll.train.batch.shard.GradientEdges;
import dev.atoll.train.batch.shard.NeededRows;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.batch.shard.ShardBatches;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.companion.ExchangeCompanion;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.WeighedLabels;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.LayerPlans;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.inference.output.ResidentOutputs;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.OwnedRows;
import java.lang.foreign.Arena;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Full-graph training of a worker on its shard. */
final class FullShardWork {
  private static final double MIB = 1 << 20;

  private final ShardTeam team;
  private final WorkerData data;
  private final DeviceMemory device;
  private final TrainingPlan plan;
  private final Model model;

  FullShardWork(
      ShardTeam team, WorkerData data, DeviceMemory device, TrainingPlan plan, Model model) {
    this.team = team;
    this.data = data;
    this.device = device;
    this.plan = plan;
    this.model = model;
  }

  Workload open(OwnedRows own, HaloPlan halo) {
    team.serve(own, RowCodec.fp32(), device.backend().parallelism());
    long[] seeds = RequiredData.seeds(data, plan.data().split());
    NeededRows rows =
        plan.fullGraph().inductive()
            ? NeededRows.all(team.shard(), halo)
            : needed(team.shard(), halo, seeds);
    ShardBatch whole =
        team.evaluationBatch(
            device,
            model,
            own,
            Optional.empty(),
            rows,
            RowCodec.fp32(),
            plan.fullGraph().inductive() ? GradientEdges.NONE : gradients());
    TrainingGraph seen =
        plan.fullGraph().inductive()
            ? induced(seeds, own)
            : new TrainingGraph(team.shard(), rows, whole);
    EpochRows epochs =
        EpochRows.of(
            plan.fullGraph().exchange(),
            device,
            seen.shard,
            seen.whole,
            seen.needed,
            team.numbering(),
            team.workers(),
            model.norms(),
            RandomKey.ofSeed(plan.seed()).child("boundary"));
    requireMemoryForStaleRows(seen.needed.plans());
    HaloExchange exchange =
        team.exchange(seen.needed.plans(), plan.fullGraph().exchange(), device.backend());
    var batches =
        new ShardBatches(
            device,
            seen.whole,
            seen.needed,
            exchange,
            epochs,
            team.times(),
            WeighedLabels.of(data, plan, device.backend()),
            seeds.length);
    var companions = new Companions(List.of(new ExchangeCompanion(exchange)));
    NodeOutputs outputs =
        ResidentOutputs.ofTraining(
            model, whole, device.backend(), RequiredData.inputWidth(data, plan));
    return new Workload(batches, outputs, whole.ids(), seeds.length, companions);
  }

  /** Embeddings of the halo and gradients of the boundary, of every layer but the first. */
  private void requireMemoryForStaleRows(LayerPlans plans) {
    long allowed = plan.fullGraph().exchange().cacheBytes();
    if (allowed == 0 || !plan.fullGraph().exchange().refresh().usesStale()) {
      return;
    }
    boolean embeddings = plan.fullGraph().exchange().sendsEmbeddings();
    long needed = 0;
    for (int layer = 1; layer < plan.model().layers(); layer++) {
      long rows = (long) plans.of(layer).haloCount() + plans.of(layer).boundaryCount();
      needed += rows * model.exchangedWidth(layer, embeddings) * Float.BYTES;
    }
    long most = team.gather(needed).stream().mapToLong(Long::longValue).max().orElseThrow();
    if (most > allowed) {
      throw new BadDataException(
          "a model of %d layers keeps %.1f MiB of other workers' stale rows on a worker, but exchange.cacheMiB allows %.1f: take fewer layers, more workers or exchange.refresh=always, or allow more"
              .formatted(plan.model().layers(), most / MIB, allowed / MIB));
    }
  }

  /** The rows that the loss of some training nodes can see. */
  private NeededRows needed(Shard shard, HaloPlan halo, long[] seeds) {
    int threads = device.backend().parallelism();
    return NeededRows.of(
        shard,
        halo,
        near(shard, threads),
        team.renumbered(seeds),
        plan.model().layers(),
        team.workers(),
        threads);
  }

  /** Core nodes that share neighbours near each other. */
  private Optional<Ordering> near(Shard shard, int threads) {
    if (!FullGraphWork.ordersByLocality(plan, shard.book().nodeCount())) {
      return Optional.empty();
    }
    try (Arena passing = Arena.ofShared()) {
      return Optional.of(LocalityOrder.DEFAULT.of(shard.coreGraph(passing), threads));
    }
  }

  /**
   * The edges that carry gradients in every epoch: only core edges if halo edges are drawn per
   * epoch.
   */
  private GradientEdges gradients() {
    ExchangePlan exchange = plan.fullGraph().exchange();
    boolean drawn = !exchange.rows().isFixed() && !exchange.refreshesInPart();
    return drawn ? GradientEdges.CORE : GradientEdges.ALL;
  }

  /** The graph that training sees. */
  private record TrainingGraph(Shard shard, NeededRows needed, ShardBatch whole) {}

  private TrainingGraph induced(long[] seeds, OwnedRows own) {
    BitSet members = InducedGraph.members(team.renumbered(seeds));
    Shard induced = InducedGraph.of(team.shard(), members, team.memory());
    NeededRows needed = needed(induced, HaloPlan.agree(induced, team.workers()), seeds);
    BitSet inDataset = InducedGraph.members(seeds);
    var store =
        new InducedStore(
            team.store(own, RowCodec.fp32(), device.backend().parallelism()),
            node ->
                InducedGraph.degreeWithSelf(data.graph(), team.ordering().oldOf(node), inDataset));
    var whole =
        new ShardBatch(
            device,
            induced,
            needed,
            team.numbering(),
            store,
            Optional.empty(),
            team.exchange(LayerPlans.same(needed.all()), ExchangePlan.EXACT, device.backend()),
            new ShardBatch.Use(model.norms(), ShardTeam.input(model, own), gradients()));
    return new TrainingGraph(induced, needed, whole);
  }
}
