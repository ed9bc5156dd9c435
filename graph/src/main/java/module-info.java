/** Topology: datasets in memory, building, partitioning, sampling; depends on nothing. */
module dev.atoll.graph {
  exports dev.atoll.graph;
  exports dev.atoll.graph.build;
  exports dev.atoll.graph.partition;
  exports dev.atoll.graph.policy;
  exports dev.atoll.graph.sample;
  exports dev.atoll.graph.csr to
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.app;
  exports dev.atoll.graph.generate to
      dev.atoll.app;
  exports dev.atoll.graph.link to
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.recipe;
  exports dev.atoll.graph.memory to
      dev.atoll.train;
  exports dev.atoll.graph.order to
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.app;
  exports dev.atoll.graph.parallel to
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.graph.partition.pagraph to
      dev.atoll.train;
  exports dev.atoll.graph.partition.shard to
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.graph.partition.simple to
      dev.atoll.formats,
      dev.atoll.app;
  exports dev.atoll.graph.policy.registry to
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.graph.sample.cluster to
      dev.atoll.train;
  exports dev.atoll.graph.sample.draw to
      dev.atoll.formats,
      dev.atoll.train;
  exports dev.atoll.graph.sample.layerwise to
      dev.atoll.train;
  exports dev.atoll.graph.sample.locality to
      dev.atoll.app;
  exports dev.atoll.graph.sample.saint to
      dev.atoll.train;
  exports dev.atoll.graph.wording to
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;

  opens dev.atoll.graph.partition.shard to
      com.fasterxml.jackson.databind;
  opens dev.atoll.graph.sample.locality to
      com.fasterxml.jackson.databind;

  uses dev.atoll.graph.policy.PolicyProvider;
  uses dev.atoll.graph.wording.ChoiceWords;

  provides dev.atoll.graph.policy.PolicyProvider with
      dev.atoll.graph.partition.multilevel.MultilevelPolicy,
      dev.atoll.graph.partition.streaming.StreamPolicy,
      dev.atoll.graph.partition.bytegnn.ByteGnnPartitionerPolicy,
      dev.atoll.graph.partition.pagraph.PagraphPartitionerPolicy,
      dev.atoll.graph.partition.simple.SimplePartitioners;
}
