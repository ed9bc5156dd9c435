package dev.atoll.graph.partition.pagraph;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.grow.GrowingPartition;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers PaGraph's partitioner. */
public final class PagraphPartitionerPolicy implements PolicyProvider {
  /** Constructor for the service loader. */
  public PagraphPartitionerPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                Partitioner.class,
                "pagraph",
                "training nodes one by one, each with the nodes around it")
            .paper("PaGraph: Lin et al., SoCC 2020")
            .keys(GrowingPartition.HOPS)
            .make(values -> new PagraphPartitioner(values.integer(GrowingPartition.HOPS))));
  }
}
