package dev.atoll.graph.partition.streaming;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the streaming partitioners. */
public final class StreamPolicy implements PolicyProvider {
  private static final Key<StreamPartitioner.Rule> RULE =
      new Key<>(
          "partition.rule",
          new Constant<>(StreamPartitioner.Rule.class),
          StreamPartitioner.Rule.FENNEL,
          "score of a part for a node: LDG or Fennel (stream)");
  private static final Key<Long> PASSES =
      new Key<>("partition.passes", new Whole(1, 100), 3L, "passes over all nodes (stream)");

  /** Constructor for the service loader. */
  public StreamPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(Partitioner.class, "stream", "one pass over the nodes or a few, little memory")
            .paper("LDG: Stanton and Kliot, KDD 2012; Fennel: Tsourakakis et al., WSDM 2014")
            .keys(RULE, PASSES)
            .make(values -> new StreamPartitioner(values.get(RULE), values.integer(PASSES))));
  }
}
