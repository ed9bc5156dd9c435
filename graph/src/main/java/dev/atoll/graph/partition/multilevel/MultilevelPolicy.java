package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the multilevel partitioner. */
public final class MultilevelPolicy implements PolicyProvider {
  /** Constructor for the service loader. */
  public MultilevelPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                Partitioner.class,
                "multilevel",
                "smallest cut or volume, holding every balance constraint")
            .paper("METIS: Karypis and Kumar, SIAM J. Sci. Comput. 1998")
            .always(new MultilevelPartitioner()));
  }
}
