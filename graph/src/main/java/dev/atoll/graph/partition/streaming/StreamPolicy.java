package dev.atoll.graph.partition.streaming;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the streaming partitioner. */
public final class StreamPolicy implements PolicyProvider {
  private static final int PASSES = 3;

  /** Constructor for the service loader. */
  public StreamPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Partitioner.class, "stream", "a few passes over the nodes, little memory")
            .paper("Fennel: Tsourakakis et al., WSDM 2014")
            .always(new StreamPartitioner(PASSES)));
  }
}
