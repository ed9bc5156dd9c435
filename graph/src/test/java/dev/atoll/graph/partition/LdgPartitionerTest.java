package dev.atoll.graph.partition;

class LdgPartitionerTest extends PartitionerContract {
  LdgPartitionerTest() {
    super(new StreamPartitioner(StreamPartitioner.Rule.LDG, 1), Keeps.ONE_CONSTRAINT);
  }
}
