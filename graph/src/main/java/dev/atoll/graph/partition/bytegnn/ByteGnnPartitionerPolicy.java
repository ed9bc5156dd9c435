package dev.atoll.graph.partition.bytegnn;

import dev.atoll.graph.partition.GrowingPartition;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers ByteGNN's partitioner. */
public final class ByteGnnPartitionerPolicy implements PolicyProvider {
  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                Partitioner.class,
                "blocks",
                "whole blocks of nodes around training, validation and test nodes")
            .paper("ByteGNN: Zheng et al., VLDB 2022")
            .keys(GrowingPartition.HOPS)
            .make(values -> new ByteGnnPartitioner(values.integer(GrowingPartition.HOPS))));
  }
}
