package dev.atoll.graph.partition.bytegnn;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.grow.GrowingPartition;
import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers ByteGNN's partitioner. */
public final class ByteGnnPartitionerPolicy implements PolicyProvider {
  private static final Key<ByteGnnPartitioner.Order> ORDER =
      new Key<>(
          "partition.order",
          new Constant<>(ByteGnnPartitioner.Order.class),
          ByteGnnPartitioner.Order.LABELLED,
          "blocks that are assigned first: most labelled nodes, as published, or most nodes"
              + " (blocks)");
  private static final Key<ByteGnnPartitioner.Expected> EXPECTED =
      new Key<>(
          "partition.expected",
          new Constant<>(ByteGnnPartitioner.Expected.class),
          ByteGnnPartitioner.Expected.CAPACITY,
          "what a part is balanced against: its capacity, or the mean as published (blocks)");

  /** Constructor for the service loader. */
  public ByteGnnPartitionerPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                Partitioner.class,
                "blocks",
                "whole blocks of nodes around training, validation and test nodes")
            .paper("ByteGNN: Zheng et al., VLDB 2022")
            .keys(GrowingPartition.HOPS, ORDER, EXPECTED)
            .make(
                values ->
                    new ByteGnnPartitioner(
                        values.integer(GrowingPartition.HOPS),
                        values.get(ORDER),
                        values.get(EXPECTED))));
  }
}
