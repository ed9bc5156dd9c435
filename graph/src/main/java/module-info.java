/** Topology: datasets in memory, building, partitioning, sampling; depends on nothing. */
module dev.atoll.graph {
  exports dev.atoll.graph;
  exports dev.atoll.graph.build;
  exports dev.atoll.graph.generate;
  exports dev.atoll.graph.order;
  exports dev.atoll.graph.link;
  exports dev.atoll.graph.memory;
  exports dev.atoll.graph.partition;
  exports dev.atoll.graph.policy;
  exports dev.atoll.graph.partition.bytegnn;
  exports dev.atoll.graph.partition.pagraph;
  exports dev.atoll.graph.partition.streaming;
  exports dev.atoll.graph.partition.multilevel;
  exports dev.atoll.graph.partition.shard;
  exports dev.atoll.graph.sample;
  exports dev.atoll.graph.sample.cluster;
  exports dev.atoll.graph.sample.draw;
  exports dev.atoll.graph.sample.layerwise;
  exports dev.atoll.graph.sample.saint;

  uses dev.atoll.graph.policy.PolicyProvider;

  provides dev.atoll.graph.policy.PolicyProvider with
      dev.atoll.graph.partition.multilevel.MultilevelPolicy,
      dev.atoll.graph.partition.streaming.StreamPolicy,
      dev.atoll.graph.partition.bytegnn.ByteGnnPartitionerPolicy,
      dev.atoll.graph.partition.pagraph.PagraphPartitionerPolicy,
      dev.atoll.graph.partition.SimplePartitioners;
}
