package dev.atoll.graph.partition.simple;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the partitioners that look at neither edges nor constraints. */
public final class SimplePartitioners implements PolicyProvider {
  /** Constructor for the service loader. */
  public SimplePartitioners() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Partitioner.class, "chunk", "consecutive nodes in equal numbers")
            .always(new ChunkPartitioner()),
        Policy.of(Partitioner.class, "random", "equal numbers of nodes, drawn at random")
            .always(new RandomPartitioner()));
  }
}
