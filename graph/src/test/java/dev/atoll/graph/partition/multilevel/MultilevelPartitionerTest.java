package dev.atoll.graph.partition.multilevel;

import dev.atoll.graph.partition.PartitionerContract;

class MultilevelPartitionerTest extends PartitionerContract {
  MultilevelPartitionerTest() {
    super(new MultilevelPartitioner(), Keeps.ALL_CONSTRAINTS);
  }
}
