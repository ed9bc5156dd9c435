package dev.atoll.graph.partition;

class FennelPartitionerTest extends PartitionerContract {
  FennelPartitionerTest() {
    super(new StreamPartitioner(StreamPartitioner.Rule.FENNEL, 3), Keeps.ONE_CONSTRAINT);
  }
}
