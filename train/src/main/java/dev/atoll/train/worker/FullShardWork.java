package dev.atoll.train.worker;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.shard.EpochRows;
import dev.atoll.train.batch.shard.GradientEdges;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.batch.shard.ShardBatches;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.companion.ExchangeCompanion;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.WeighedLabels;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.OwnedRows;
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
    team.serve(own, RowCodec.fp32());
    ShardBatch whole =
        team.evaluationBatch(
            device,
            model,
            own,
            Optional.empty(),
            halo,
            RowCodec.fp32(),
            plan.fullGraph().inductive() ? GradientEdges.NONE : gradients(own));
    long[] seeds = RequiredData.seeds(data, plan.data().split());
    TrainingGraph seen =
        plan.fullGraph().inductive()
            ? induced(seeds, own)
            : new TrainingGraph(team.shard(), halo, whole);
    EpochRows rows =
        EpochRows.of(
            plan.fullGraph().exchange(),
            device,
            seen.shard,
            seen.whole,
            seen.halo,
            team.originalIds(),
            team.workers(),
            model.norms(),
            RandomKey.ofSeed(plan.seed()).child("boundary"));
    requireMemoryForStaleRows(seen.halo);
    HaloExchange exchange = team.exchange(seen.halo, plan.fullGraph().exchange(), device.backend());
    var batches =
        new ShardBatches(
            device,
            seen.whole,
            exchange,
            rows,
            team.times(),
            WeighedLabels.of(data, plan, device.backend()),
            seeds);
    var companions = new Companions(List.of(new ExchangeCompanion(exchange)));
    return new Workload(batches, whole, whole.ids(), seeds.length, companions);
  }

  /** Embeddings of the halo and gradients of the boundary, of every layer but the first. */
  private void requireMemoryForStaleRows(HaloPlan halo) {
    long allowed = plan.fullGraph().exchange().cacheBytes();
    if (allowed == 0 || !plan.fullGraph().exchange().refresh().usesStale()) {
      return;
    }
    long rows = (long) halo.haloCount() + halo.boundaryCount();
    long needed =
        rows * model.exchangedWidth(plan.fullGraph().exchange().sendsEmbeddings()) * Float.BYTES;
    long most = team.gather(needed).stream().mapToLong(Long::longValue).max().orElseThrow();
    if (most > allowed) {
      throw new BadDataException(
          "a model of %d layers keeps %.1f MiB of other workers' stale rows on a worker, but exchange.cacheMiB allows %.1f: take fewer layers, more workers or exchange.refresh=always, or allow more"
              .formatted(plan.model().layers(), most / MIB, allowed / MIB));
    }
  }

  /** Through which of the edges that training sees: input rows are read over all of them. */
  private GradientEdges gradients(OwnedRows own) {
    ExchangePlan exchange = plan.fullGraph().exchange();
    boolean drawn = !exchange.rows().isFixed() && !exchange.refreshesInPart();
    boolean sums = ShardTeam.input(model, own).isSummed();
    return drawn && sums ? GradientEdges.CORE : GradientEdges.ALL;
  }

  /** The graph that training sees. */
  private record TrainingGraph(Shard shard, HaloPlan halo, ShardBatch whole) {}

  private TrainingGraph induced(long[] seeds, OwnedRows own) {
    BitSet members = InducedGraph.members(team.renumbered(seeds));
    Shard induced = InducedGraph.of(team.shard(), members, team.memory());
    HaloPlan halo = HaloPlan.agree(induced, team.workers());
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
            team.originalIds(),
            store,
            Optional.empty(),
            team.exchange(halo, ExchangePlan.EXACT, device.backend()),
            new ShardBatch.Use(model.norms(), ShardTeam.input(model, own), gradients(own)));
    return new TrainingGraph(induced, halo, whole);
  }
}
