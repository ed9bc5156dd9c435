package dev.atoll.train.worker;

import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.shard.EpochRows;
import dev.atoll.train.batch.shard.GradientEdges;
import dev.atoll.train.batch.shard.NeededRows;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.batch.shard.ShardBatches;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.companion.ExchangeCompanion;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.evaluate.WeighedLabels;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.inference.output.ResidentOutputs;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.OwnedRows;
import java.lang.foreign.Arena;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Full-graph training of a worker on its shard. */
record FullShardWork(ShardServices services, TrainingSetup setup, OwnedRows own, HaloPlan halo) {
  Workload open() {
    services.serve(own, RowCodec.fp32(), setup.threads());
    TrainingPlan plan = setup.plan();
    Model model = setup.model();
    ExchangePlan exchanged = plan.fullGraph().exchange();
    boolean inductive = plan.fullGraph().inductive();
    long[] seeds = RequiredData.seeds(setup.data(), plan.data().split());
    Shard shard = services.shard();
    NeededRows rows = inductive ? NeededRows.all(shard, halo) : needed(shard, halo, seeds);
    ShardBatch whole = batch(shard, rows, store(), inductive ? GradientEdges.NONE : gradients());
    TrainingGraph seen = inductive ? induced(seeds) : new TrainingGraph(shard, rows, whole);
    EpochRows epochs =
        EpochRows.of(
            exchanged,
            setup.device(),
            seen.shard,
            seen.whole,
            seen.needed,
            services.numbering(),
            services.workers(),
            model.norms(),
            setup.key("boundary"));
    new StaleRowMemory(exchanged, model, seen.needed.plans(), plan.model().layers())
        .require(services);
    HaloExchange exchange = services.exchange(seen.needed.plans(), exchanged, setup.backend());
    var batches =
        new ShardBatches(
            setup.device(),
            seen.whole,
            seen.needed,
            exchange,
            epochs,
            services.counters().times(),
            WeighedLabels.of(setup.data(), plan, setup.backend()),
            seeds.length);
    var companions = new Companions(List.of(new ExchangeCompanion(exchange)));
    NodeOutputs outputs =
        ResidentOutputs.ofTraining(
            model, whole, setup.backend(), RequiredData.inputWidth(setup.data(), plan));
    return new Workload(batches, outputs, whole.ids(), seeds.length, companions);
  }

  private ShardBatch batch(
      Shard shard, NeededRows rows, FeatureStore features, GradientEdges gradients) {
    Model model = setup.model();
    var use = new ShardBatch.Use(model.norms(), ShardServices.input(model, own), gradients);
    return services.batch(setup.device(), shard, rows, features, Optional.empty(), use);
  }

  private FeatureStore store() {
    return services.store(own, RowCodec.fp32(), setup.threads());
  }

  /** The rows that the loss of some training nodes can see. */
  private NeededRows needed(Shard shard, HaloPlan halo, long[] seeds) {
    return NeededRows.of(
        shard,
        halo,
        near(shard),
        services.renumbered(seeds),
        setup.plan().model().layers(),
        services.workers(),
        setup.threads());
  }

  /** Core nodes that share neighbours near each other. */
  private Optional<Ordering> near(Shard shard) {
    if (!FullGraphWork.ordersByLocality(setup.plan(), shard.book().nodeCount())) {
      return Optional.empty();
    }
    try (Arena passing = Arena.ofShared()) {
      return Optional.of(LocalityOrder.DEFAULT.of(shard.coreGraph(passing), setup.threads()));
    }
  }

  /**
   * The edges that carry gradients in every epoch: only core edges if halo edges are drawn per
   * epoch.
   */
  private GradientEdges gradients() {
    ExchangePlan exchange = setup.plan().fullGraph().exchange();
    boolean drawn = !exchange.rows().isFixed() && !exchange.refreshesInPart();
    return drawn ? GradientEdges.CORE : GradientEdges.ALL;
  }

  /** The graph that training sees. */
  private record TrainingGraph(Shard shard, NeededRows needed, ShardBatch whole) {}

  private TrainingGraph induced(long[] seeds) {
    BitSet members = InducedGraph.members(services.renumbered(seeds));
    Shard induced = InducedGraph.of(services.shard(), members, services.memory());
    NeededRows needed = needed(induced, HaloPlan.agree(induced, services.workers()), seeds);
    BitSet inDataset = InducedGraph.members(seeds);
    var features =
        new InducedStore(
            store(),
            node ->
                InducedGraph.degreeWithSelf(
                    setup.data().graph(), services.ordering().oldOf(node), inDataset));
    return new TrainingGraph(induced, needed, batch(induced, needed, features, gradients()));
  }
}
