/** Training of graph neural networks: models, batches, sampling, exchange, inference. */
module dev.atoll.train {
  requires dev.atoll.files;
  requires transitive dev.atoll.comm;
  requires transitive dev.atoll.graph;
  requires transitive dev.atoll.tensor;
  requires com.fasterxml.jackson.databind;
  requires java.management;

  exports dev.atoll.train.block;
  exports dev.atoll.train.event;
  exports dev.atoll.train.halo;
  exports dev.atoll.train.inference;
  exports dev.atoll.train.loop;
  exports dev.atoll.train.model;
  exports dev.atoll.train.plan;
  exports dev.atoll.train.sampling;
  exports dev.atoll.train.batch to
      dev.atoll.recipe;
  exports dev.atoll.train.batch.sampled to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.checkpoint to
      dev.atoll.recipe;
  exports dev.atoll.train.cost to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.data to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.evaluate to
      dev.atoll.recipe;
  exports dev.atoll.train.gradient to
      dev.atoll.recipe;
  exports dev.atoll.train.halo.codec to
      dev.atoll.recipe;
  exports dev.atoll.train.halo.plan to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.metric to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.model.decode to
      dev.atoll.recipe;
  exports dev.atoll.train.placement to
      dev.atoll.recipe;
  exports dev.atoll.train.sampling.columns to
      dev.atoll.recipe;
  exports dev.atoll.train.sampling.importance to
      dev.atoll.recipe;
  exports dev.atoll.train.sampling.neighbors to
      dev.atoll.app;
  exports dev.atoll.train.schedule to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.store to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.store.embedding to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.weights to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.train.worker to
      dev.atoll.recipe,
      dev.atoll.app;

  opens dev.atoll.train.batch to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.metric to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.checkpoint to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.cost to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.evaluate to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.event to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.sampling.importance to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.schedule to
      com.fasterxml.jackson.databind;

  provides dev.atoll.graph.policy.PolicyProvider with
      dev.atoll.train.gradient.SyncPolicies,
      dev.atoll.train.halo.plan.HaloPolicies,
      dev.atoll.train.halo.bns.BnsPolicies,
      dev.atoll.train.halo.cagnet.CagnetPolicies,
      dev.atoll.train.halo.codec.CodecPolicies,
      dev.atoll.train.halo.pipegcn.PipegcnPolicies,
      dev.atoll.train.halo.sancus.SancusPolicies,
      dev.atoll.train.model.gat.GatPolicy,
      dev.atoll.train.model.sage.SagePolicy,
      dev.atoll.train.model.gcn.GcnPolicy,
      dev.atoll.train.model.light.LightPolicies,
      dev.atoll.train.placement.PlacementPolicies,
      dev.atoll.train.placement.pagraph.PagraphPolicies,
      dev.atoll.train.sampling.neighbors.NeighborSamplingPolicies,
      dev.atoll.train.sampling.cluster.ClusterPolicies,
      dev.atoll.train.sampling.columns.ColumnPolicies,
      dev.atoll.train.sampling.dgs.DgsPolicies,
      dev.atoll.train.sampling.layerwise.LayerwisePolicies,
      dev.atoll.train.sampling.locality.LocalityPolicies,
      dev.atoll.train.sampling.saint.SaintPolicies,
      dev.atoll.train.sampling.weighted.WeightedPolicies,
      dev.atoll.train.schedule.SchedulePolicies,
      dev.atoll.train.schedule.twolevel.TwoLevelPolicy;
}
