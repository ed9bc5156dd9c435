package dev.atoll.spark.table.cut;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.util.List;

/** Registers the partitioners of graphs that are tables. */
public final class TablePartitioners implements PolicyProvider {
  /** Creates the provider, for the service loader. */
  public TablePartitioners() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(
                TablePartitioner.class,
                TablePartitioner.DEFAULT,
                "multilevel for graphs that fit an executor, label-propagation for all others")
            .always(new AutomaticPartitioner()),
        Policy.of(TablePartitioner.class, "multilevel", "multilevel cut in the memory of one task")
            .always(new SingleTaskPartitioner()),
        Policy.of(
                TablePartitioner.class,
                "label-propagation",
                "size-constrained label propagation as Spark jobs")
            .paper("Spinner: Martella et al., ICDE 2017")
            .always(new TableLabelPropagation()),
        Policy.of(TablePartitioner.class, "hash", "parts by a hash of the node's number")
            .always(new HashPartitioner()));
  }
}
