package dev.atoll.graph.partition;

class PagraphPartitionerTest extends PartitionerContract {
  PagraphPartitionerTest() {
    super(new PagraphPartitioner(2), Keeps.ONE_CONSTRAINT);
  }
}
