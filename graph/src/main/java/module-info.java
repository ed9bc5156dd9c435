/** Topology, datasets and their file formats; knows no tensor and no network. */
module dev.atoll.graph {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;

  exports dev.atoll.graph;
  exports dev.atoll.graph.build;
  exports dev.atoll.graph.generate;
  exports dev.atoll.graph.order;
  exports dev.atoll.graph.io;
  exports dev.atoll.graph.link;
  exports dev.atoll.graph.partition;
  exports dev.atoll.graph.policy;
  exports dev.atoll.graph.partition.bytegnn;
  exports dev.atoll.graph.partition.pagraph;
  exports dev.atoll.graph.partition.streaming;
  exports dev.atoll.graph.partition.multilevel;
  exports dev.atoll.graph.partition.shard;
  exports dev.atoll.graph.place;
  exports dev.atoll.graph.sample;
  exports dev.atoll.graph.io.foreign;
  exports dev.atoll.graph.io.parquet;

  opens dev.atoll.graph.partition.shard to
      com.fasterxml.jackson.databind;
  opens dev.atoll.graph.io to
      com.fasterxml.jackson.databind;

  uses dev.atoll.graph.policy.PolicyProvider;
}
